// SPDX-License-Identifier: Apache-2.0
// 100,000 broken scenarios: each reads, or is refused with one line; none crashes, hangs or passes as another
// error.
#include <cstdint>

#include "tests/catch.hpp"
#include "tests/scenarios/texts.hpp"

using namespace headroom::scenarios::testing;

namespace {

// xorshift64*: the same mutations on every machine.
class Random {
 public:
  std::size_t below(std::size_t n) {
    state_ ^= state_ >> 12U;
    state_ ^= state_ << 25U;
    state_ ^= state_ >> 27U;
    return static_cast<std::size_t>((state_ * 0x2545f4914f6cdd1dULL) >> 33U) % n;
  }

 private:
  std::uint64_t state_ = 88172645463325252ULL;
};

std::string mutated(std::string text, Random& random) {
  static const std::string tokens[] = {
      "{",    "}",       "[",   "]",          ",",    ":",        "\"", "0",  "-1",   "1e308", "null",
      "true", "\\u0000", "1e9", "9999999999", "\"\"", "200 GB/s", " ",  "\n", "\xff", "\xc3",  ".5"};
  for (std::size_t i = 0, changes = 1 + random.below(3); i < changes; ++i) {
    const std::size_t at = random.below(text.size()), length = 1 + random.below(12);
    switch (random.below(5)) {
      case 0:
        text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(random.below(text.size()), length));
        break;
      case 3:
        text.insert(at, tokens[random.below(std::size(tokens))]);
        break;
      default:
        text.replace(at, 1, tokens[random.below(std::size(tokens))]);
        break;
    }
    if (text.empty()) text = "{";
  }
  return text;
}

}  // namespace

TEST_CASE("mutations of a scenario are read or refused, never anything else") {
  Random random;
  int read = 0, refused = 0;
  for (int i = 0; i < 100000; ++i) {
    const std::string text = mutated(i % 4 == 0 ? training_text : collective_text, random);
    std::string what;
    REQUIRE_NOTHROW(what = complaint_of(text));
    (what == "read" ? read : refused) += 1;
    if (what == "read") continue;
    INFO(text);
    INFO(what);
    REQUIRE(what.find('\n') == std::string::npos);
    REQUIRE(what.find("not bad input") == std::string::npos);
  }
  // Both happen often: the mutations are neither too wild nor too tame.
  CHECK(read > 1000);
  CHECK(refused > 50000);
}
