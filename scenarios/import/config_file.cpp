// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "scenarios/import/config.hpp"
#include "scenarios/language/json_text.hpp"

namespace headroom::scenarios::hf {
namespace {

constexpr std::size_t most_modules = 100000;  // lists of modules that quantisation leaves out are long

struct Word {
  std::string_view python, json;  // equally long, so that columns in messages stay right
};
constexpr Word words[] = {{"-Infinity", "\"-Inf\"   "}, {"Infinity", "\"Inf\"   "}, {"NaN", "\"\" "}};

const Word* python_number_at(std::string_view text, std::size_t at) {
  for (const Word& word : words)
    if (text.compare(at, word.python.size(), word.python) == 0) return &word;
  return nullptr;
}

// Python's json module writes numbers that JSON does not have; as texts they are refused where a number is
// read, and do no harm elsewhere.
void replace_python_numbers(std::string& text) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (quoted && text[i] == '\\') ++i;
    if (quoted) continue;
    const Word* word = python_number_at(text, i);
    if (word == nullptr) continue;
    text.replace(i, word->python.size(), word->json);
    i += word->json.size() - 1;
  }
}

}  // namespace

Config parse_config(std::string text, const std::filesystem::path& file) {
  replace_python_numbers(text);
  return Config(parse_json(text, std::make_shared<const std::string>(file.string()), most_modules));
}

}  // namespace headroom::scenarios::hf
