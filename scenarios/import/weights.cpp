// SPDX-License-Identifier: Apache-2.0
#include "scenarios/import/weights.hpp"

#include <fmt/format.h>

#include <array>

#include "scenarios/import/module_pattern.hpp"

namespace headroom::scenarios::hf {
namespace {

constexpr double bits_per_byte = 8;

struct Format {
  std::string_view name;
  double bits;  // of one weight, its share of the scales included
};
// Methods and algorithms whose format needs no further key. NVFP4: one FP8 scale for 16 weights; MXFP4: one
// 8-bit scale for 32 (OCP Microscaling Formats 1.0, section 5.1).
constexpr auto formats = std::to_array<Format>({{"fp8", 8},
                                                {"fbgemm_fp8", 8},
                                                {"FP8", 8},
                                                {"NVFP4", 4 + 8.0 / 16},
                                                {"W4A16_NVFP4", 4 + 8.0 / 16},
                                                {"mxfp4", 4 + 8.0 / 32}});
// Scales of blocks of FP8 are FP32, of integers FP16; bitsandbytes keeps one FP32 for 64 weights (QLoRA,
// arXiv:2305.14314, section 3).
constexpr double block_scale_bits = 32, group_scale_bits = 16, small_scale_bits = 8, bitsandbytes_block = 64;

// Matrices of these modules take so many bits a weight.
struct Group {
  double bits;
  ModulePatterns targets;  // empty: all matrices of the layers
};

// A quantisation_config: what becomes of which matrix.
class Quantisation {
 public:
  explicit Quantisation(const Node& node);

  [[nodiscard]] std::string method() const { return method_; }
  // Bits of a weight of this tensor; 0: not quantised.
  [[nodiscard]] double bits(const Tensor& tensor) const;

 private:
  [[nodiscard]] double number(const Node& object, std::string_view key) const;
  [[nodiscard]] double listed_bits(std::string_view name) const;
  [[nodiscard]] double group_bits(const Node& weights) const;
  [[nodiscard]] double method_bits() const;
  void read_groups(const Node& groups);

  const Node& node_;
  std::string method_;
  bool experts_only_ = false;
  std::vector<Group> groups_;
  ModulePatterns ignored_;
};

std::string text_of(const Node& object, std::string_view key) {
  const Node* node = object.find(key);
  return node != nullptr && node->is(Node::Kind::text) ? node->text : "";
}

bool is_true(const Node& object, std::string_view key) {
  const Node* node = object.find(key);
  return node != nullptr && node->is(Node::Kind::boolean) && node->boolean;
}

Quantisation::Quantisation(const Node& node)
    : node_(node), ignored_(node, {"ignore", "modules_to_not_convert", "llm_int8_skip_modules"}) {
  method_ = text_of(node, "quant_method");
  const std::string algorithm = text_of(node, "quant_algo");
  if (method_.empty()) method_ = algorithm;
  experts_only_ = method_ == "mxfp4";  // transformers converts the experts of gpt-oss only
  const Node* groups = node.find("config_groups");
  if (groups != nullptr && groups->is(Node::Kind::object))
    read_groups(*groups);
  else
    groups_.push_back({method_ == "modelopt" ? listed_bits(algorithm) : method_bits(), {{}, {}}});
}

double Quantisation::number(const Node& object, std::string_view key) const {
  const Node* node = object.find(key);
  constexpr double most_bits = 1e6;
  if (node == nullptr || !node->is(Node::Kind::number) || node->number < 1 || node->number > most_bits)
    throw complaint(node == nullptr ? node_.place : node->place, key, "a positive number",
                    node == nullptr ? "nothing" : node->shown());
  return node->number;
}

double Quantisation::listed_bits(std::string_view name) const {
  for (const Format& format : formats)
    if (format.name == name) return format.bits;
  throw complaint(node_.place, "quantization_config",
                  "a method that is known: fp8, mxfp4, gptq, awq, bitsandbytes, compressed-tensors, modelopt",
                  name.empty() ? "none" : in_quotes(name));
}

double Quantisation::method_bits() const {
  if (method_ == "gptq" || method_ == "awq") {  // a scale and a zero point for each group
    const double bits = number(node_, "bits");
    const Node* group = node_.find("group_size");
    const bool whole_rows = group != nullptr && group->is(Node::Kind::number) && group->number == -1;
    return whole_rows ? bits : bits + (group_scale_bits + bits) / number(node_, "group_size");
  }
  if (method_ == "bitsandbytes" && is_true(node_, "load_in_8bit")) return bits_per_byte;
  if (method_ == "bitsandbytes" && is_true(node_, "load_in_4bit"))
    return 4 + block_scale_bits / bitsandbytes_block;
  const Node* block = node_.find("weight_block_size");
  if (method_ == "fp8" && block != nullptr && block->is(Node::Kind::array) && block->items.size() == 2 &&
      block->items[0].number > 0 && block->items[1].number > 0)
    return bits_per_byte + block_scale_bits / (block->items[0].number * block->items[1].number);
  return listed_bits(method_);
}

double Quantisation::group_bits(const Node& weights) const {
  const double bits = number(weights, "num_bits");
  const Node* size = weights.find("group_size");
  if (size == nullptr || size->is(Node::Kind::null)) return bits;
  const bool small = text_of(weights, "type") == "float" && bits == 4;
  return bits + (small ? small_scale_bits : group_scale_bits) / number(weights, "group_size");
}

void Quantisation::read_groups(const Node& groups) {
  for (const Member& group : groups.members) {
    const Node* weights = group.value.find("weights");
    if (weights == nullptr || !weights->is(Node::Kind::object))
      throw complaint(group.place, group.key, "a group with weights", group.value.shown());
    ModulePatterns targets(group.value, {"targets"});
    groups_.push_back(
        {group_bits(*weights), targets.match("Linear") ? ModulePatterns({}, {}) : std::move(targets)});
  }
}

double Quantisation::bits(const Tensor& tensor) const {
  for (const Group& group : groups_) {
    const bool named = !group.targets.empty() && group.targets.match(tensor.module);
    const bool meant =
        group.targets.empty() && tensor.role == Role::matrix && (tensor.expert || !experts_only_);
    if ((named || meant) && !ignored_.match(tensor.module)) return group.bits;
  }
  return 0;
}

struct Width {
  std::string_view name;
  double bytes;
};
constexpr auto widths = std::to_array<Width>(
    {{"bfloat16", 2}, {"float16", 2}, {"float32", 4}, {"bf16", 2}, {"fp16", 2}, {"fp32", 4}, {"half", 2}});
constexpr double usual_bytes = 2;

}  // namespace

double element_bytes(Config& config) {
  for (const char* key : {"torch_dtype", "dtype"}) {
    std::string name = config.text(key);
    if (name.empty()) continue;
    if (name.starts_with("torch.")) name = name.substr(6);
    for (const Width& width : widths) {
      if (width.name != name) continue;
      config.read("element type", name, key);
      return width.bytes;
    }
    throw config.refuse(key, "bfloat16, float16 or float32");
  }
  config.infer("element type", "16 bit", "absent: 16 bit");
  return usual_bytes;
}

double weight_bytes(Config& config, const std::vector<Tensor>& tensors, double element_bytes) {
  const Node* node = config.find("quantization_config");
  if (node != nullptr && !node->is(Node::Kind::object))
    throw config.refuse("quantization_config", "an object");
  if (node == nullptr) {
    double sum = 0;
    for (const Tensor& t : tensors) sum += t.parameters * element_bytes;
    return sum;
  }
  const Quantisation quantisation(*node);
  double sum = 0, quantised = 0, all = 0;
  for (const Tensor& t : tensors) {
    const double bits = quantisation.bits(t);
    sum += t.parameters * (bits > 0 ? bits / bits_per_byte : element_bytes);
    if (bits > 0) quantised += t.parameters;
    all += t.parameters;
  }
  constexpr double percent = 100;
  config.read("quantisation",
              fmt::format("{}, {:.1f} % of the weights", quantisation.method(), percent * quantised / all),
              "quantization_config");
  return sum;
}

}  // namespace headroom::scenarios::hf
