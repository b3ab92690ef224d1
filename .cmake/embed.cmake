# SPDX-License-Identifier: Apache-2.0
# Writes a C++ file that holds the text of INPUTS; see headroom_embed().
set(body "")
foreach(input IN LISTS INPUTS)
  get_filename_component(name ${input} NAME)
  file(READ ${input} text)
  string(APPEND body "    {\"${name}\", R\"~~~(${text})~~~\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"sim/embedded_file.hpp\"\n#include <array>\nnamespace headroom::embedded {\n"
  "std::span<const EmbeddedFile> ${SYMBOL}() {\n  static constexpr auto files = std::to_array<EmbeddedFile>({\n"
  "${body}  });\n  return files;\n}\n}\n")
