// SPDX-License-Identifier: Apache-2.0
// A catalogue is records of facts; a fact is a value with the source that it was read from and the date of
// that source.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headroom::models {

// Where facts come from. Grade A: vendor, paper or raw data; B: practitioner who quotes A; C: blog, reseller,
// estimate; D: arithmetic on other facts; R: recalled or assumed, not read anywhere.
struct Source {
  std::string grade, title, where;
};
using Sources = std::map<std::string, Source, std::less<>>;

// Numbers are in base SI units (the key names the unit); a list of two numbers is a range.
using Value = std::variant<double, bool, std::string, std::vector<double>>;

struct Fact {
  std::string key;
  Value value;
  std::string source;  // ids of Sources joined by '+'; empty for names and descriptions
  std::string date;    // "2026-08-22", "2024-05", "2024" or empty
  std::string note;

  [[nodiscard]] bool recalled() const { return source == "recall" || source == "assumed"; }
  [[nodiscard]] std::string origin() const { return date.empty() ? source : source + ' ' + date; }
};

// One device, server, model, price, ... Facts keep the order of their file.
class Record {
 public:
  Record(std::string kind, std::string id, std::vector<Fact> facts, std::shared_ptr<const Sources> sources)
      : kind_(std::move(kind)), id_(std::move(id)), facts_(std::move(facts)), sources_(std::move(sources)) {}

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const std::vector<Fact>& facts() const { return facts_; }
  [[nodiscard]] const Sources& sources() const { return *sources_; }
  [[nodiscard]] const Fact* find(std::string_view key) const;  // null: not known

  // A missing fact (or one of another type) throws Error(bad_input) that names record and fact; nothing is
  // defaulted.
  [[nodiscard]] const Fact& fact(std::string_view key) const;
  [[nodiscard]] double number(std::string_view key) const;  // a range counts as its middle
  [[nodiscard]] int integer(std::string_view key) const;
  [[nodiscard]] const std::string& text(std::string_view key) const;

  [[nodiscard]] std::optional<double> maybe_number(std::string_view key) const;
  [[nodiscard]] std::string maybe_text(std::string_view key) const;  // empty: not known
  [[nodiscard]] std::optional<bool> maybe_flag(std::string_view key) const;
  [[nodiscard]] std::vector<double> maybe_numbers(std::string_view key) const;  // empty: not known

 private:
  [[nodiscard]] double as_number(const Fact& fact) const;
  [[noreturn]] void refuse(std::string_view key, std::string_view expected) const;

  std::string kind_, id_;
  std::vector<Fact> facts_;
  std::shared_ptr<const Sources> sources_;
};

// The records of one kind, in the order of their files.
struct Table {
  std::string date;  // when the file was written: what the age of prices is counted from
  std::vector<Record> records;

  [[nodiscard]] const Record* find(std::string_view id) const;
};

// Reads one data file. Throws Error(bad_input) naming the file, and line and column or record and fact.
[[nodiscard]] Table read_table(std::string_view kind, std::string_view file_name, std::string_view text);

}  // namespace headroom::models
