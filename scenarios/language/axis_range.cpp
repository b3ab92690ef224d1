// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/catalogue/near_names.hpp"
#include "scenarios/language/axis.hpp"
#include "scenarios/language/values.hpp"

namespace headroom::scenarios {
namespace {

constexpr double most_values = 10000;  // of one range
constexpr double rounding = 1e-9;      // how far a last value may overshoot the end

// A number in the unit in which `from` is written; without a unit for plain numbers.
struct Scale {
  const UnitKind* kind = nullptr;
  std::string unit;

  [[nodiscard]] double read(const Node& node) const {
    const double number = node.is(Node::Kind::text) ? kind->parse(node.text) : node.number;
    return unit.empty() ? number : number / kind->parse("1" + unit);
  }
  // Twelve digits: what binary fractions add beyond is nobody's value.
  [[nodiscard]] Node write(double number, const Place& place) const {
    Node node;
    node.place = place;
    const std::string digits = fmt::format("{:.12g}", number);
    node.kind = unit.empty() ? Node::Kind::number : Node::Kind::text;
    node.number = unit.empty() ? std::stod(digits) : 0;
    if (!unit.empty()) node.text = digits + unit;
    return node;
  }
};

class Range {
 public:
  Range(const Node& node, const std::string& path) : node_(node), path_("vary[]." + path) {
    for (const Member& member : node.members) check_key(member);
    const std::size_t index = field_index(path);
    if (index < fields().size()) set_scale(fields()[index]);
    if (!can_scale_) throw refuse(node.place, "an array of values (a range is for numbers)", "a range");
    from_ = scale_.read(get("from"));
    to_ = scale_.read(get("to"));
  }

  [[nodiscard]] std::vector<Node> values() const {
    const Node *steps = node_.find("steps"), *factor = node_.find("factor");
    if ((steps == nullptr) == (factor == nullptr))
      throw refuse(node_.place, "either steps or factor", steps == nullptr ? "neither" : "both");
    return steps != nullptr ? evenly(*steps) : growing(*factor);
  }

 private:
  [[nodiscard]] Error refuse(const Place& place, const std::string& expected,
                             const std::string& found) const {
    return complaint(place, path_, expected, found);
  }
  void check_key(const Member& member) const {
    static const std::vector<std::string> keys{"from", "to", "steps", "factor"};
    if (std::find(keys.begin(), keys.end(), member.key) != keys.end()) return;
    const auto near = models::near_names(member.key, keys, 1);
    throw refuse(member.place, "from, to and steps or factor",
                 in_quotes(member.key) + (near.empty() ? "" : fmt::format(" (nearest: {})", near.front())));
  }
  [[nodiscard]] const Node& get(const char* key) const {
    const Node* found = node_.find(key);
    if (found == nullptr) throw refuse(node_.place, fmt::format("a range with \"{}\"", key), "none");
    return *found;
  }
  void set_scale(const Field& field) {
    scale_.kind = unit_kind(field.kind);
    const bool plain = field.kind == Kind::whole || field.kind == Kind::number;
    can_scale_ = plain || (scale_.kind != nullptr && field.kind != Kind::bytes_list);
    if (!can_scale_) return;
    for (const char* end : {"from", "to"}) (void)read_value(field, get(end), path_ + '.' + end);
    const Node& from = get("from");
    if (from.is(Node::Kind::text)) scale_.unit = from.text.substr(from.text.find_last_of("0123456789.") + 1);
  }
  [[nodiscard]] std::vector<Node> evenly(const Node& steps) const {
    if (!steps.is(Node::Kind::number) || steps.number != std::floor(steps.number) || steps.number < 2 ||
        steps.number > most_values)
      throw refuse(steps.place, fmt::format("steps: a whole number from 2 to {}", most_values),
                   steps.shown());
    std::vector<Node> values;
    for (double i = 0; i < steps.number; ++i)
      values.push_back(scale_.write(from_ + (to_ - from_) * i / (steps.number - 1), node_.place));
    return values;
  }
  [[nodiscard]] std::vector<Node> growing(const Node& factor) const {
    const bool leads_on = factor.is(Node::Kind::number) && factor.number > 0 && from_ > 0 && to_ > 0 &&
                          (to_ >= from_ ? factor.number > 1 : factor.number < 1);
    if (!leads_on)
      throw refuse(factor.place, "factor: a number by which from, above 0, grows towards to", factor.shown());
    const double count = std::floor(std::log(to_ / from_) / std::log(factor.number) + rounding) + 1;
    if (count > most_values)
      throw refuse(factor.place, fmt::format("at most {} values", most_values), fmt::format("{}", count));
    std::vector<Node> values;
    for (double i = 0; i < count; ++i)
      values.push_back(scale_.write(from_ * std::pow(factor.number, i), node_.place));
    return values;
  }

  const Node& node_;
  std::string path_;
  Scale scale_;
  bool can_scale_ = false;
  double from_ = 0, to_ = 0;
};

}  // namespace

std::vector<Node> range_values(const Node& range, const std::string& path) {
  return Range(range, path).values();
}

}  // namespace headroom::scenarios
