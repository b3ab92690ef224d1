// SPDX-License-Identifier: Apache-2.0
// A JSON value that knows where it was written, so that every complaint about it can say the place.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/error.hpp"

namespace headroom::scenarios {

struct Place {
  std::shared_ptr<const std::string> source;  // a file, or the command line option that gave the value
  int line = 0, column = 0;                   // from 1; 0: not in a file

  [[nodiscard]] std::string text() const;  // "run.json:3:14" or "--set seed=3"
};

struct Member;

struct Node {
  enum class Kind { null, boolean, number, text, array, object };

  Kind kind = Kind::null;
  Place place;
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<Node> items;      // of an array
  std::vector<Member> members;  // of an object, in the order of writing; keys are unique

  [[nodiscard]] bool is(Kind k) const { return kind == k; }
  [[nodiscard]] const Node* find(std::string_view key) const;
  [[nodiscard]] Node* find(std::string_view key);
  // The value at "a.b.c", or null where there is none.
  [[nodiscard]] const Node* at_path(std::string_view path) const;
  // As an error message shows it: `"200"`, `3.5`, `an object`; long texts are cut, unprintable bytes
  // replaced.
  [[nodiscard]] std::string shown() const;
};

struct Member {
  std::string key;
  Place place;
  Node value;
};

// Puts `upper` over `base`: objects are merged key by key, everything else is replaced.
void merge(Node& base, const Node& upper);

// "expected X, found Y" at a place: the one form of all complaints about what was written.
[[nodiscard]] Error complaint(const Place& place, std::string_view path, std::string_view expected,
                              std::string_view found);

// A text of the user's for a message: quoted, cut to a readable length, unprintable bytes shown as '?'.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace headroom::scenarios
