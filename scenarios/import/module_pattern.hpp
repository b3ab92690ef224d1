// SPDX-License-Identifier: Apache-2.0
// Lists of modules in quantisation_config: names, names with '*', and the simplest regular expressions.
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/import/config.hpp"

namespace headroom::scenarios::hf {

class ModulePatterns {
 public:
  // Reads the lists of texts at these keys of `object`; absent ones are empty.
  ModulePatterns(const Node& object, Config::Keys keys);

  [[nodiscard]] bool empty() const { return names_.empty() && globs_.empty(); }
  // A name stands for the module and all within it; one without dots for any part of the path.
  [[nodiscard]] bool match(const std::string& module) const;

 private:
  void add(const Node& item);

  std::set<std::string, std::less<>> names_;
  std::vector<std::string> globs_;
};

}  // namespace headroom::scenarios::hf
