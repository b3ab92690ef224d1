// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "models/workloads/cnn_layers.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

class Cnn final : public Network {
 public:
  explicit Cnn(cnn::CnnShape shape) : shape_(std::move(shape)) {}

  const std::string& name() const override { return shape_.name; }
  double parameters() const override { return sum(&cnn::CnnLayer::parameters); }
  int layer_count() const override { return static_cast<int>(shape_.layers.size()); }
  int layer_class(int index) const override { return at(index).layer_class; }
  Layer layer(int index, const ShardShape& how) const override { return cnn::cost(at(index), how); }
  Layer first(const ShardShape& how) const override {
    return shape_.first ? cnn::cost(*shape_.first, how) : Layer{};
  }
  Layer last(const ShardShape& how) const override { return cnn::cost(shape_.last, how); }
  double tied_parameters(const ShardShape&) const override { return 0; }

  double units_per_sample() const override { return 1; }
  const char* unit_name() const override { return "images"; }
  double model_flops_per_sample() const override { return 3 * 2 * sum(&cnn::CnnLayer::multiply_adds); }

  double stored_bytes_per_sample() const override { return shape_.images.file_bytes; }
  // Decoded, cropped and normalised on the host, handed over in fp32.
  double input_bytes_per_sample() const override {
    return cnn::image_channels * shape_.images.size * shape_.images.size * bytes_of(Precision::fp32);
  }
  bool decodes_images() const override { return true; }

  std::string tensor_width_problem(int tensor) const override {
    if (tensor == 1) return {};
    return fmt::format("{} has no tensor-parallel form, found tensor width {}; legal widths: 1", shape_.name,
                       tensor);
  }
  std::string context_width_problem(int context, ContextExchange, int) const override {
    return fmt::format("{} has no sequences to split, found context width {}; legal widths: 1", shape_.name,
                       context);
  }

 private:
  [[nodiscard]] const cnn::CnnLayer& at(int index) const {
    return shape_.layers[static_cast<std::size_t>(index)];
  }

  [[nodiscard]] double sum(double (cnn::CnnLayer::*quantity)() const) const {
    double total = (shape_.last.*quantity)();
    if (shape_.first) total += (*shape_.first.*quantity)();
    for (const cnn::CnnLayer& layer : shape_.layers) total += (layer.*quantity)();
    return total;
  }

  cnn::CnnShape shape_;
};

constexpr std::pair<const char*, cnn::CnnShape (*)()> shapes[] = {{"resnet18", cnn::resnet18},
                                                                  {"resnet34", cnn::resnet34},
                                                                  {"resnet50", cnn::resnet50},
                                                                  {"resnet101", cnn::resnet101},
                                                                  {"resnet152", cnn::resnet152},
                                                                  {"resnet18-cifar", cnn::resnet18_cifar},
                                                                  {"vgg11", cnn::vgg11},
                                                                  {"vgg16", cnn::vgg16},
                                                                  {"vgg19", cnn::vgg19},
                                                                  {"alexnet", cnn::alexnet},
                                                                  {"inception-v3", cnn::inception_v3},
                                                                  {"yolo-v3", cnn::yolo_v3}};

}  // namespace

std::shared_ptr<const Network> make_cnn(const std::string& id) {
  std::string known;
  for (const auto& [name, shape] : shapes) {
    if (id == name) return std::make_shared<Cnn>(shape());
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  throw bad_input(fmt::format("convolutional network: expected one of {}, found \"{}\"", known, id));
}

}  // namespace headroom::models
