// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "models/catalogue/facts.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

using Json = nlohmann::ordered_json;

// Keys of a record that say where its plain values come from.
struct RecordOrigin {
  std::string source, date;
};

// Keys that name or describe a record: no source is asked of them.
bool describes(std::string_view key) {
  constexpr auto keys = std::to_array<std::string_view>(
      {"name", "vendor", "architecture", "form", "availability", "note", "fabrics", "transport", "medium",
       "accelerator", "provider", "terms", "region", "family", "kind", "not_standard"});
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

class Reader {
 public:
  Reader(std::string_view kind, std::string_view file) : kind_(kind), file_(file) {}

  Table table(std::string_view text) {
    const Json root = parse(text);
    only_keys(root, "the file", {"about", "date", "sources", "records"});
    sources_ = std::make_shared<const Sources>(sources(member(root, "sources", "the file")));
    Table out{string_of(member(root, "date", "the file"), "date"), {}};
    for (const auto& [id, body] : member(root, "records", "the file").items()) {
      out.records.push_back(record(id, body));
    }
    return out;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw bad_input(fmt::format("catalogue file {}: {}", file_, what));
  }

  Json parse(std::string_view text) const {
    // The library keeps the last of two equal keys; here both are a mistake.
    std::vector<std::set<std::string>> keys;
    const auto refuse_twice = [&](int depth, Json::parse_event_t event, const Json& parsed) {
      const auto level = static_cast<std::size_t>(depth);
      if (event == Json::parse_event_t::object_start) keys.resize(level + 2);
      if (event == Json::parse_event_t::object_start) keys[level + 1].clear();
      if (event == Json::parse_event_t::key && !keys[level].insert(parsed.get<std::string>()).second)
        fail(fmt::format("the key {} stands twice in one object", parsed.dump()));
      return true;
    };
    try {
      return Json::parse(text, refuse_twice);
    } catch (const Json::parse_error& error) {
      const auto before = text.substr(0, std::min(text.size(), error.byte == 0 ? 0 : error.byte - 1));
      const auto line = std::count(before.begin(), before.end(), '\n') + 1;
      const auto column =
          before.size() - (before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1) + 1;
      fail(fmt::format("broken JSON at line {}, column {}", line, column));
    } catch (const Json::out_of_range&) {
      fail("a number is too large");
    }
  }

  const Json& member(const Json& json, const char* key, std::string_view of) const {
    if (!json.is_object() || !json.contains(key)) fail(fmt::format("{} has no \"{}\"", of, key));
    return json.at(key);
  }

  void only_keys(const Json& json, std::string_view of,
                 std::initializer_list<std::string_view> allowed) const {
    if (!json.is_object()) fail(fmt::format("{} must be an object", of));
    for (const auto& [key, value] : json.items())
      if (std::find(allowed.begin(), allowed.end(), key) == allowed.end())
        fail(fmt::format("{} has the unknown key \"{}\"", of, key));
  }

  std::string string_of(const Json& json, std::string_view what) const {
    if (!json.is_string()) fail(fmt::format("{} must be text", what));
    return json.get<std::string>();
  }

  std::string maybe_string(const Json& json, const char* key, std::string_view of) const {
    return json.contains(key) ? string_of(json.at(key), fmt::format("{}, {}", of, key)) : std::string();
  }

  Sources sources(const Json& json) const {
    Sources out;
    if (!json.is_object()) fail("\"sources\" must be an object");
    for (const auto& [id, body] : json.items()) {
      only_keys(body, "source " + id, {"grade", "title", "where"});
      out[id] = {maybe_string(body, "grade", id), maybe_string(body, "title", id),
                 maybe_string(body, "where", id)};
    }
    return out;
  }

  Record record(const std::string& id, const Json& body) const {
    if (!body.is_object()) fail(fmt::format("record \"{}\" must be an object", id));
    const RecordOrigin origin{maybe_string(body, "src", id), maybe_string(body, "date", id)};
    std::vector<Fact> facts;
    for (const auto& [key, json] : body.items())
      if (key != "src" && key != "date") facts.push_back(fact(id, key, json, origin));
    return {std::string(kind_), id, std::move(facts), sources_};
  }

  Fact fact(const std::string& id, const std::string& key, const Json& json,
            const RecordOrigin& origin) const {
    const std::string of = fmt::format("record \"{}\", {}", id, key);
    if (!json.is_object()) {
      if (describes(key)) return {key, value(json, of), "", "", ""};
      if (origin.source.empty())
        fail(of + ": a fact needs a source: {\"v\": ..., \"src\": ..., \"date\": ...}");
      known_sources(origin.source, of);
      return {key, value(json, of), origin.source, origin.date, ""};
    }
    only_keys(json, of, {"v", "src", "date", "note"});
    Fact out{key, value(member(json, "v", of), of), maybe_string(json, "src", of),
             maybe_string(json, "date", of), maybe_string(json, "note", of)};
    known_sources(out.source, of);
    return out;
  }

  void known_sources(std::string_view ids, const std::string& of) const {
    while (true) {
      const auto end = std::min(ids.find('+'), ids.size());
      if (!sources_->contains(ids.substr(0, end)))
        fail(fmt::format("{}: source \"{}\" is not in the file's \"sources\"", of, ids.substr(0, end)));
      if (end == ids.size()) return;
      ids.remove_prefix(end + 1);
    }
  }

  Value value(const Json& json, const std::string& of) const {
    if (json.is_number() && json.get<double>() < 0) fail(of + " must not be negative");
    if (json.is_number()) return json.get<double>();
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_string()) return json.get<std::string>();
    const bool numbers =
        json.is_array() && std::all_of(json.begin(), json.end(), [](const Json& j) { return j.is_number(); });
    if (!numbers) fail(of + " must be a number, true or false, text, or a list of numbers");
    return json.get<std::vector<double>>();
  }

  std::string_view kind_, file_;
  std::shared_ptr<const Sources> sources_;
};

}  // namespace

Table read_table(std::string_view kind, std::string_view file_name, std::string_view text) {
  return Reader(kind, file_name).table(text);
}

}  // namespace headroom::models
