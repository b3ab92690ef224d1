// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace headroom::scenarios {

// A fingerprint of what an answer rests on (FNV-1a, 64 bit: against mix-ups, not against malice).
class Digest {
 public:
  // Texts are told apart: "ab", "c" is not "a", "bc".
  Digest& add(std::string_view text);
  // What the file holds; nothing where there is none.
  Digest& add_file(const std::filesystem::path& file);
  [[nodiscard]] std::string text() const;  // 16 hexadecimal digits

 private:
  void add_byte(unsigned char byte);
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

}  // namespace headroom::scenarios
