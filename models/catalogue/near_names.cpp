// SPDX-License-Identifier: Apache-2.0
#include "models/catalogue/near_names.hpp"

#include <algorithm>
#include <numeric>

#include "models/catalogue/in_quotes.hpp"

namespace headroom::models {
namespace {

// What counts of a name: lower case, without the marks that people mix up.
std::string folded(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '-' || c == '_' || c == '.' || c == ' ') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

// Levenshtein's distance, one row at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

// Lower is nearer; beyond `far` a candidate is not worth naming.
constexpr std::size_t far = 1000;

std::size_t remoteness(const std::string& name, const std::string& candidate) {
  if (name.empty() || candidate.empty()) return far;
  if (candidate.starts_with(name)) return candidate == name ? 0 : 1;
  constexpr std::size_t shortest_inner = 3;  // letters that make a name recognisable inside another
  if (name.size() >= shortest_inner && candidate.find(name) != candidate.npos) return 2;
  if (candidate.size() >= shortest_inner && name.starts_with(candidate)) return 2;
  const std::size_t distance = edit_distance(name, candidate);
  const std::size_t allowed = std::max<std::size_t>(1, std::max(name.size(), candidate.size()) * 2 / 5);
  return distance <= allowed ? distance + 2 : far;
}

}  // namespace

std::vector<std::string> near_names(std::string_view name, std::span<const std::string> candidates,
                                    std::size_t limit) {
  constexpr std::size_t longest = 80;  // nobody mistypes more; keeps the cost of absurd input small
  const std::string wanted = folded(name.substr(0, longest));
  std::vector<std::pair<std::size_t, std::size_t>>
      order;  // remoteness, index: equal ones stay in the given order
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (const auto r = remoteness(wanted, folded(candidates[i])); r < far) order.emplace_back(r, i);
  std::sort(order.begin(), order.end());
  std::vector<std::string> out;
  for (const auto& [r, i] : order) {
    if (out.size() == limit) break;
    out.push_back(candidates[i]);
  }
  return out;
}

std::string unknown_name(std::string_view what, std::string_view name,
                         std::span<const std::string> candidates) {
  std::string text = "unknown ";
  text.append(what).append(" ").append(in_quotes(name));
  const auto near = near_names(name, candidates);
  for (std::size_t i = 0; i < near.size(); ++i) text.append(i == 0 ? "; near: " : ", ").append(near[i]);
  return text;
}

}  // namespace headroom::models
