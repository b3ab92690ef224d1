// SPDX-License-Identifier: Apache-2.0
#include "scenarios/language/json_text.hpp"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

namespace headroom::scenarios {
namespace {

// Nested objects and arrays: far beyond any scenario, near enough to keep hostile input from costing stack or
// time.
constexpr std::size_t deepest = 32;
constexpr std::size_t most_members = 1000;  // keys of one object: each is compared with all before it

// Lets the lexer walk over the text while the handler sees how far it came.
class WatchedIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  WatchedIterator(const char* at, const char** seen) : at_(at), seen_(seen) {}
  reference operator*() const { return *at_; }
  WatchedIterator& operator++() {
    *seen_ = ++at_;
    return *this;
  }
  bool operator==(const WatchedIterator& other) const { return at_ == other.at_; }
  bool operator!=(const WatchedIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** seen_;
};

// Receives the parser's events and builds nodes. A value's place is where its token begins: the first byte
// after the previous token that is neither space nor punctuation.
class NodeBuilder : public nlohmann::json::json_sax_t {
 public:
  NodeBuilder(std::string_view text, std::shared_ptr<const std::string> source, std::size_t most_items)
      : seen(text.data()),
        text_(text),
        source_(std::move(source)),
        most_items_(most_items),
        line_start_(text.data()),
        scanned_(text.data()) {}

  bool null() override { return put({}); }
  bool boolean(bool value) override {
    Node node;
    node.kind = Node::Kind::boolean;
    node.boolean = value;
    return put(std::move(node));
  }
  bool number_integer(number_integer_t value) override { return put_number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return put_number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t& /*as written*/) override {
    return put_number(value);
  }
  bool string(string_t& value) override {
    Node node;
    node.kind = Node::Kind::text;
    node.text = std::move(value);
    return put(std::move(node));
  }
  bool binary(binary_t& /*value*/) override { return false; }  // never in a text

  bool start_object(std::size_t /*count*/) override { return open(Node::Kind::object); }
  bool start_array(std::size_t /*count*/) override { return open(Node::Kind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& value) override {
    Node& object = *open_.back();
    const Place place = token_place();
    if (object.find(value) != nullptr) throw complaint(place, value, "each key once", "it a second time");
    check_size(object.members.size(), most_members, place);
    object.members.push_back({std::move(value), place, {}});
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::json::exception& error) override;

  Node root;
  const char* seen;  // how far the lexer has read

 private:
  Place place_of(const char* at) {
    for (; scanned_ < at; ++scanned_) {
      if (*scanned_ != '\n') continue;
      ++line_;
      line_start_ = scanned_ + 1;
    }
    return {source_, line_, static_cast<int>(at - line_start_) + 1};
  }
  Place token_place() {
    const std::size_t from = static_cast<std::size_t>(token_end_ == nullptr ? 0 : token_end_ - text_.data());
    const std::size_t begin = text_.find_first_not_of(" \t\r\n,:]}", from);
    token_end_ = seen;
    return place_of(text_.data() + std::min(begin, text_.size()));
  }
  static void check_size(std::size_t size, std::size_t most, const Place& place) {
    if (size >= most) throw complaint(place, "", fmt::format("at most {} entries", most), "more");
  }
  bool put_number(double value) {
    Node node;
    node.kind = Node::Kind::number;
    node.number = value;
    return put(std::move(node));
  }
  bool put(Node&& node) {
    node.place = token_place();
    slot(node.place) = std::move(node);
    return true;
  }
  // Where the next value belongs.
  Node& slot(const Place& place) {
    if (open_.empty()) return root;
    Node& parent = *open_.back();
    if (parent.is(Node::Kind::object)) return parent.members.back().value;
    check_size(parent.items.size(), most_items_, place);
    return parent.items.emplace_back();
  }
  bool open(Node::Kind kind) {
    Place place = token_place();
    if (open_.size() >= deepest) {
      throw complaint(place, "", fmt::format("at most {} levels of nesting", deepest), "more");
    }
    Node& node = slot(place);
    node.kind = kind;
    node.place = std::move(place);
    open_.push_back(&node);
    return true;
  }
  bool close() {
    open_.pop_back();
    token_end_ = seen;
    return true;
  }

  std::string_view text_;
  std::shared_ptr<const std::string> source_;
  std::size_t most_items_;
  const char* line_start_;
  const char* scanned_;
  const char* token_end_ = nullptr;
  int line_ = 1;
  std::vector<Node*> open_;  // from the root inwards; a parent does not grow while a child is open
};

// Turns the library's "... syntax error while parsing value - unexpected ','; expected ']'" into our form.
bool NodeBuilder::parse_error(std::size_t /*position*/, const std::string& /*token*/,
                              const nlohmann::json::exception& error) {
  std::string_view what = error.what();
  what = what.substr(0, what.rfind("; last read"));
  std::string_view expected = "valid JSON";
  if (const auto at = what.find("; expected "); at != std::string_view::npos) {
    expected = what.substr(at + 11);
    what = what.substr(0, at);
  }
  if (const auto at = what.find(" - "); at != std::string_view::npos) what.remove_prefix(at + 3);
  if (const auto at = what.find("number overflow"); at != std::string_view::npos) {
    what = "a number too large";
    expected = "a number";
  }
  if (what.starts_with("unexpected ")) what.remove_prefix(11);
  if (what == "end of input") what = "the end of the text";
  if (expected == "end of input") expected = "nothing more";
  const char* const last = seen > text_.data() ? seen - 1 : seen;
  throw complaint(place_of(std::max(last, scanned_)), "", expected, what);
}

}  // namespace

Node parse_json(std::string_view text, std::shared_ptr<const std::string> source, std::size_t most_items) {
  NodeBuilder builder(text, std::move(source), most_items);
  const char* end = text.data() + text.size();
  const char* ignored = end;
  nlohmann::json::sax_parse(WatchedIterator(text.data(), &builder.seen), WatchedIterator(end, &ignored),
                            &builder);
  return std::move(builder.root);
}

Node parse_value(std::string_view text, std::shared_ptr<const std::string> source) {
  const auto place = [&source](Node& node) { node.place = {source, 0, 0}; };
  if (nlohmann::json::accept(text)) {
    Node node = parse_json(text, source);
    place(node);
    return node;
  }
  Node node;
  node.kind = Node::Kind::text;
  node.text = text;
  place(node);
  return node;
}

std::string print_json(const Node& node) {
  const auto quoted = [](const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  };
  switch (node.kind) {
    case Node::Kind::text:
      return quoted(node.text);
    case Node::Kind::array: {
      std::vector<std::string> items;
      for (const Node& item : node.items) items.push_back(print_json(item));
      return fmt::format("[{}]", fmt::join(items, ","));
    }
    case Node::Kind::object: {
      std::vector<std::string> members;
      for (const Member& m : node.members) members.push_back(quoted(m.key) + ":" + print_json(m.value));
      return fmt::format("{{{}}}", fmt::join(members, ","));
    }
    default:
      return node.shown();
  }
}

}  // namespace headroom::scenarios
