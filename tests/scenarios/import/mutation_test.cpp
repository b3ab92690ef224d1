// SPDX-License-Identifier: Apache-2.0
// Broken configurations: each reads, or is refused with one line; a deleted or spoilt number is never
// replaced unseen.
#include <cmath>
#include <cstdint>

#include "tests/catch.hpp"
#include "tests/scenarios/import/configs.hpp"

using namespace headroom::scenarios::hf;
using namespace headroom::scenarios::hf::testing;

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
  static const std::string tokens[] = {"{",     "}",    "[",     "]",        ",",   ":",   "\"",
                                       "0",     "-1",   "1e308", "8",        "-",   "1e9", "{}",
                                       "false", "null", "NaN",   "Infinity", "\\u", "\xff"};
  for (std::size_t i = 0, changes = 1 + random.below(3); i < changes; ++i) {
    const std::size_t at = random.below(text.size()), length = 1 + random.below(12);
    if (random.below(3) == 0)
      text.erase(at, length);
    else if (random.below(2) == 0)
      text.insert(at, tokens[random.below(std::size(tokens))]);
    else
      text.replace(at, 1, tokens[random.below(std::size(tokens))]);
    if (text.empty()) text = "{";
  }
  return text;
}

}  // namespace

TEST_CASE("mutations of a configuration are read or refused, never anything else") {
  Random random;
  int refused = 0;
  const std::string* texts[] = {&llama_2_7b, &qwen2_5_7b, &deepseek_v3, &gpt_oss_120b};
  for (int i = 0; i < 20000; ++i) {
    const std::string text = mutated(*texts[random.below(4)], random);
    INFO(text);
    std::string what;
    REQUIRE_NOTHROW(what = complaint_of(text));
    REQUIRE(what.find('\n') == std::string::npos);
    REQUIRE(what.find("not bad input") == std::string::npos);
    if (what != "read") ++refused;
  }
  CHECK(refused > 5000);
  CHECK(refused < 19000);
}

TEST_CASE("every model that is read has finite sizes that are not zero") {
  Random random;
  for (int i = 0; i < 5000; ++i) {
    const std::string text = mutated(gpt_oss_120b, random);
    if (complaint_of(text) != "read") continue;
    const ImportedModel model = read(text);
    INFO(text);
    REQUIRE(std::isfinite(model.weight_bytes));
    REQUIRE(model.parameters.active > 0);
    REQUIRE(model.parameters.total >= model.parameters.active);
  }
}

TEST_CASE("a key less is an error, or an inference that is told, or means nothing") {
  for (const std::string& text : {llama_2_7b, qwen2_5_7b, deepseek_v3, gpt_oss_120b}) {
    const ImportedModel whole = read(text);
    for (std::size_t key = text.find('"'); key != std::string::npos;) {
      const std::size_t end = text.find_first_of(",}", text.find(':', key));
      if (end == std::string::npos || text[end] == '}') break;
      const std::string name = text.substr(key + 1, text.find('"', key + 1) - key - 1);
      const std::string less = text.substr(0, key) + text.substr(end + 1);
      key = text.find('"', end);
      if (complaint_of(less) != "read") continue;
      const ImportedModel model = read(less);
      INFO(name);
      if (model.decoder == whole.decoder && model.weight_bytes == whole.weight_bytes) continue;
      std::size_t inferred = 0, before = 0;
      for (const Origin& origin : model.origins) inferred += origin.inferred ? 1 : 0;
      for (const Origin& origin : whole.origins) before += origin.inferred ? 1 : 0;
      const bool optional_part = model.origins.size() < whole.origins.size();
      CHECK((inferred > before || optional_part));
    }
  }
}
