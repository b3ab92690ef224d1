// SPDX-License-Identifier: Apache-2.0
#include "scenarios/sweep/digest.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>

namespace headroom::scenarios {

void Digest::add_byte(unsigned char byte) {
  constexpr std::uint64_t prime = 0x100000001b3U;
  hash_ = (hash_ ^ byte) * prime;
}

Digest& Digest::add(std::string_view text) {
  for (const char c : text) add_byte(static_cast<unsigned char>(c));
  for (std::size_t length = text.size(), i = 0; i < sizeof length; ++i, length >>= 8U)
    add_byte(static_cast<unsigned char>(length & 0xffU));
  return *this;
}

Digest& Digest::add_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::array<char, 1U << 16U> block{};
  while (in.read(block.data(), block.size()) || in.gcount() > 0)
    add({block.data(), static_cast<std::size_t>(in.gcount())});
  return *this;
}

std::string Digest::text() const {
  return fmt::format("{:016x}", hash_);
}

}  // namespace headroom::scenarios
