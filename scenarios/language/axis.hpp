// SPDX-License-Identifier: Apache-2.0
// The `vary` of a document: what a sweep varies.
//
//   "vary": [
//     {"cluster.fabric.link": {"from": "25 Gbit/s", "to": "400 Gbit/s", "factor": 2}},
//     {"layout.tensor": {"from": 1, "to": 4, "steps": 4}},
//     {"cluster.servers": [2, 4, 8], "layout.global_batch": [64, 128, 256]}
//   ]
//
// spans a grid of 5 x 4 x 3 points. Several paths of one axis change together, value by value. A range has
// `steps` values evenly spaced with both ends, or values that grow by `factor` and go no further than `to`.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/language/node.hpp"

namespace headroom::scenarios {

struct Axis {
  std::vector<std::string> paths;
  std::vector<std::vector<Node>> values;  // of each path; equally many for all of them

  [[nodiscard]] std::size_t size() const { return values.front().size(); }
};

// The axes of a document; empty: it has none. Every value has been held against the field that it is for.
[[nodiscard]] std::vector<Axis> read_axes(const Node& document);

// The values of a range {"from", "to", "steps" | "factor"} for the field at `path`.
[[nodiscard]] std::vector<Node> range_values(const Node& range, const std::string& path);

// Whether one path is the other, or a section that holds it.
[[nodiscard]] bool overlap(std::string_view a, std::string_view b);

}  // namespace headroom::scenarios
