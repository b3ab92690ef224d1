// SPDX-License-Identifier: Apache-2.0
// Which layers have which parts: configurations say it by lists, patterns, periods and thresholds.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "scenarios/import/read_decoder.hpp"
#include "scenarios/language/field_table.hpp"

namespace headroom::scenarios::hf {
namespace {

struct PartName {
  std::string_view name;
  Place place;
};
// Nemotron-H: each layer is one part.
constexpr PartName single_parts[] = {
    {"M", {Mixer::mamba, Tail::none}},     {"*", {Mixer::full, Tail::none}},
    {"-", {Mixer::none, Tail::dense}},     {"E", {Mixer::none, Tail::experts}},
    {"mamba", {Mixer::mamba, Tail::none}}, {"attention", {Mixer::full, Tail::none}},
    {"mlp", {Mixer::none, Tail::dense}},   {"moe", {Mixer::none, Tail::experts}}};
constexpr PartName mixers[] = {{"full_attention", {Mixer::full, {}}},
                               {"sliding_attention", {Mixer::window, {}}},
                               {"chunked_attention", {Mixer::window, {}}},
                               {"linear_attention", {Mixer::linear, {}}}};
constexpr PartName tails[] = {{"dense", {{}, Tail::dense}}, {"sparse", {{}, Tail::experts}}};

const Place* place_named(std::span<const PartName> names, std::string_view name) {
  for (const PartName& part : names)
    if (part.name == name) return &part.place;
  return nullptr;
}

// A list as texts; empty: the key is absent.
std::vector<std::string> list_at(const Config& config, std::string_view key) {
  const Node* list = config.find(key);
  if (list == nullptr) return {};
  if (!list->is(Node::Kind::array)) throw config.refuse(key, "a list, one entry for each layer");
  std::vector<std::string> out;
  for (const Node& item : list->items) out.push_back(item.is(Node::Kind::text) ? item.text : item.shown());
  return out;
}

void check_length(const Config& config, std::string_view key, std::size_t length, std::size_t layers) {
  if (length != layers)
    throw config.refuse(key, fmt::format("one entry for each of {} layers", layers),
                        fmt::format("{}", length));
}

std::vector<Place> named_places(const Config& config, std::string_view key, std::span<const PartName> names,
                                const std::vector<std::string>& entries) {
  std::vector<Place> out;
  for (const std::string& entry : entries) {
    const Place* place = place_named(names, entry);
    if (place == nullptr) throw config.refuse(key, "kinds of layers that Headroom knows", in_quotes(entry));
    out.push_back(*place);
  }
  return out;
}

std::vector<Place> single_part_places(Config& config) {
  std::vector<std::string> entries = list_at(config, "layers_block_type");
  std::string_view key = "layers_block_type";
  if (entries.empty()) {
    key = "hybrid_override_pattern";
    for (const char c : config.text(key)) entries.emplace_back(1, c);
  }
  if (entries.empty()) return {};
  const auto layers = static_cast<std::size_t>(config.number_or("layers", static_cast<double>(entries.size()),
                                                                fmt::format("absent: entries of {}", key)));
  check_length(config, key, entries.size(), layers);
  config.read("kinds of layers", fmt::format("{} single parts", entries.size()), key);
  return named_places(config, key, single_parts, entries);
}

// 1 in a list of zeros and ones.
std::vector<bool> marked(const Config& config, std::string_view key, std::size_t layers) {
  const std::vector<std::string> entries = list_at(config, key);
  if (entries.empty()) return {};
  check_length(config, key, entries.size(), layers);
  std::vector<bool> out;
  for (const std::string& entry : entries) {
    if (entry != "0" && entry != "1") throw config.refuse(key, "a list of 0 and 1", in_quotes(entry));
    out.push_back(entry == "1");
  }
  return out;
}

// Empty as well where the key holds a number.
std::vector<bool> marked_or_period(const Config& config, std::string_view key, std::size_t layers) {
  const Node* node = config.find(key);
  return node != nullptr && node->is(Node::Kind::array) ? marked(config, key, layers) : std::vector<bool>();
}

void set_mixers(Config& config, std::vector<Place>& places, std::string_view key, auto mixer_of) {
  std::size_t full = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i].mixer = mixer_of(i);
    if (places[i].mixer == Mixer::full) ++full;
  }
  config.read("attention", fmt::format("{} of {} layers full", full, places.size()), key);
}

// Each last of `period` layers is `last`, the others `other`.
auto every(double period, Mixer last, Mixer other) {
  return [=](std::size_t i) { return std::fmod(static_cast<double>(i + 1), period) == 0 ? last : other; };
}

// Llama 4: every fourth layer sees all, the others see their chunk (transformers, no_rope_layer_interval).
constexpr double unchunked_period = 4;

// A window as wide as the positions reach hides nothing.
bool window_matters(Config& config) {
  if (!config.has("window") || !config.flag("", {"use_sliding_window"}).value_or(true)) return false;
  const auto reach = config.maybe("positions");
  return !reach || config.number("window") < *reach;
}

void place_windows(Config& config, const Family& family, std::vector<Place>& places) {
  const std::size_t layers = places.size();
  const auto from_some = [layers](std::size_t first) {
    return
        [first, layers](std::size_t i) { return i >= std::min(first, layers) ? Mixer::window : Mixer::full; };
  };
  if (config.has("chunk") && !config.has("window")) {
    set_mixers(config, places, "attention_chunk_size", every(unchunked_period, Mixer::full, Mixer::window));
  } else if (window_matters(config) && (family.window_period > 0 || config.has("window_period"))) {
    const double period =
        config.number_or("window_period", family.window_period, "absent: default of the architecture");
    set_mixers(config, places, "sliding_window", every(period, Mixer::full, Mixer::window));
  } else if (window_matters(config)) {
    const bool asked = config.flag("window in use", {"use_sliding_window"}).has_value();
    const auto first = asked ? config.maybe("window_from").value_or(0) : 0;
    set_mixers(config, places, "sliding_window", from_some(static_cast<std::size_t>(first)));
  }
}

void place_mixers(Config& config, const Family& family, std::vector<Place>& places) {
  const std::vector<std::string> types = list_at(config, "layer_types");
  if (!types.empty()) {
    check_length(config, "layer_types", types.size(), places.size());
    const std::vector<Place> named = named_places(config, "layer_types", mixers, types);
    set_mixers(config, places, "layer_types", [&](std::size_t i) { return named[i].mixer; });
  } else if (const auto windows = marked(config, "hybrid_layer_pattern", places.size()); !windows.empty()) {
    set_mixers(config, places, "hybrid_layer_pattern",
               [&](std::size_t i) { return windows[i] ? Mixer::window : Mixer::full; });
  } else if (const auto period = config.maybe("full_period")) {
    set_mixers(config, places, "full_attention_interval", every(*period, Mixer::full, Mixer::linear));
  } else {
    place_windows(config, family, places);
  }
}

// "4,5,6" of Step-3.
std::set<double> numbers_in(const Config& config, std::string_view key) {
  const std::string text = config.text(key);
  std::set<double> out;
  for (const char* at = text.data(); at < text.data() + text.size();) {
    int number = 0;
    const auto [end, error] = std::from_chars(at, text.data() + text.size(), number);
    if (error != std::errc() || (end != text.data() + text.size() && *end != ','))
      throw config.refuse(key, "layers separated by commas");
    out.insert(number);
    at = end + 1;
  }
  return out;
}

void set_tails(Config& config, std::vector<Place>& places, std::string_view key, auto has_experts) {
  std::size_t sparse = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i].tail = has_experts(i) ? Tail::experts : Tail::dense;
    if (places[i].tail == Tail::experts) ++sparse;
  }
  config.read("layers with experts", fmt::format("{} of {}", sparse, places.size()), key);
}

std::set<double> dense_exceptions(const Config& config) {
  std::set<double> out;
  const Node* list = config.find("mlp_only_layers");
  if (list == nullptr) return out;
  if (!list->is(Node::Kind::array)) throw config.refuse("mlp_only_layers", "a list of layers");
  for (const Node& item : list->items) {
    if (!item.is(Node::Kind::number))
      throw config.refuse("mlp_only_layers", "a list of layers", item.shown());
    out.insert(item.number);
  }
  return out;
}

void place_experts_by_period(Config& config, std::vector<Place>& places) {
  const double dense = config.maybe("dense_layers").value_or(0);
  const double period = config.number_or("expert_period", 1, "absent: every layer has experts");
  const std::set<double> exceptions = dense_exceptions(config);
  set_tails(config, places, "num_experts", [&](std::size_t i) {
    const auto layer = static_cast<double>(i);
    return layer >= dense && std::fmod(layer + 1, period) == 0 && exceptions.count(layer) == 0;
  });
}

void place_experts(Config& config, std::vector<Place>& places) {
  const std::vector<std::string> types = list_at(config, "mlp_layer_types");
  if (!types.empty()) {
    check_length(config, "mlp_layer_types", types.size(), places.size());
    const std::vector<Place> named = named_places(config, "mlp_layer_types", tails, types);
    set_tails(config, places, "mlp_layer_types",
              [&](std::size_t i) { return named[i].tail == Tail::experts; });
  } else if (const auto sparse = marked_or_period(config, "moe_layer_freq", places.size()); !sparse.empty()) {
    set_tails(config, places, "moe_layer_freq", [&](std::size_t i) { return sparse[i]; });
  } else if (const std::set<double> listed = numbers_in(config, "moe_layers_enum"); !listed.empty()) {
    set_tails(config, places, "moe_layers_enum",
              [&](std::size_t i) { return listed.count(static_cast<double>(i)) > 0; });
  } else {
    place_experts_by_period(config, places);
  }
}

void place_indexers(Config& config, std::vector<Place>& places) {
  const std::vector<std::string> types = list_at(config, "indexer_types");
  if (types.empty()) return;
  check_length(config, "indexer_types", types.size(), places.size());
  std::size_t own = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (types[i] != "full" && types[i] != "shared")
      throw config.refuse("indexer_types", "full or shared", in_quotes(types[i]));
    places[i].own_index = types[i] == "full";
    if (places[i].own_index) ++own;
  }
  config.read("layers with an indexer", fmt::format("{} of {}", own, places.size()), "indexer_types");
}

bool has_experts(Config& config) {
  if (!config.flag("", {"enable_moe_block"}).value_or(true)) return false;
  if (config.maybe("experts").value_or(0) > 0) return true;
  if (config.maybe("experts_per_token").value_or(0) > 0)
    throw config.refuse("num_experts_per_tok", "0, where there are no experts");
  return false;
}

}  // namespace

std::vector<Place> read_places(Config& config, const Family& family) {
  if (std::vector<Place> places = single_part_places(config); !places.empty()) return places;
  std::vector<Place> places(static_cast<std::size_t>(config.number("layers")));
  place_mixers(config, family, places);
  place_indexers(config, places);
  if (has_experts(config)) place_experts(config, places);
  return places;
}

}  // namespace headroom::scenarios::hf
