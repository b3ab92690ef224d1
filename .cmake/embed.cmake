# SPDX-License-Identifier: Apache-2.0
# Writes a C++ file that holds the text of INPUTS; see headroom_embed().
set(body "")
foreach(input IN LISTS INPUTS)
  get_filename_component(name ${input} NAME)
  file(READ ${input} text)
  # A string literal holds 64 KiB at the least; adjacent literals join.
  string(LENGTH "${text}" length)
  set(literals "")
  set(begin 0)
  while(begin LESS length)
    string(SUBSTRING "${text}" ${begin} 16000 piece)
    string(APPEND literals "R\"~~~(${piece})~~~\"\n")
    math(EXPR begin "${begin} + 16000")
  endwhile()
  if(length EQUAL 0)
    set(literals "\"\"")
  endif()
  string(APPEND body "    {\"${name}\", ${literals}},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"sim/embedded_file.hpp\"\n#include <array>\nnamespace headroom::embedded {\n"
  "std::span<const EmbeddedFile> ${SYMBOL}() {\n  static constexpr auto files = std::to_array<EmbeddedFile>({\n"
  "${body}  });\n  return files;\n}\n}\n")
