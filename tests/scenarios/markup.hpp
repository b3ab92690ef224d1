// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace headroom::scenarios::testing {

// Every element closed in order; returns the first trouble, or "".
inline std::string markup_trouble(const std::string& page) {
  std::vector<std::string> open;
  std::size_t at = page.find("<html");
  while ((at = page.find('<', at)) != std::string::npos) {
    const std::size_t end = page.find('>', at);
    if (end == std::string::npos) return "a tag without an end";
    const std::string tag = page.substr(at + 1, end - at - 1);
    const std::string name =
        tag.substr(tag[0] == '/' ? 1 : 0, tag.find_first_of(" /", 1) - (tag[0] == '/' ? 1 : 0));
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1))
        return "</" + tag.substr(1) + "> closes another element";
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    at = end;
  }
  return open.empty() ? "" : open.back() + " is never closed";
}

}  // namespace headroom::scenarios::testing
