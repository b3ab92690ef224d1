# SPDX-License-Identifier: Apache-2.0
# The three words that the folders' CMakeLists.txt use.

# headroom_library(name SOURCES files... LINKS libraries...): one static library, with our warnings.
function(headroom_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC headroom_options ${ARG_LINKS})
endfunction()

# headroom_test(name SOURCES files... LINKS libraries...): one Catch2 program, run from the root of the tree.
function(headroom_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE headroom_test_main headroom_options ${ARG_LINKS})
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endfunction()

# headroom_embed(target symbol files...): the text of the files as
#   std::span<const headroom::EmbeddedFile> headroom::embedded::symbol();   (declared in sim/embedded_file.hpp)
function(headroom_embed target symbol)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_${symbol}.cpp)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE inputs)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DSYMBOL=${symbol} "-DINPUTS=${inputs}"
            -P ${PROJECT_SOURCE_DIR}/.cmake/embed.cmake
    DEPENDS ${inputs} ${PROJECT_SOURCE_DIR}/.cmake/embed.cmake VERBATIM)
  target_sources(${target} PRIVATE ${output})
  # The standard asks compilers for 64 KiB a literal; gcc and clang take any length.
  set_source_files_properties(${output} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()
