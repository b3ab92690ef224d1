// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <string>

#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/workloads/shapes.hpp"

using namespace headroom;
using namespace headroom::models;

namespace {

std::vector<Layer> all_layers(const Network& network, const ShardShape& how) {
  std::vector<Layer> layers = {network.first(how)};
  for (int i = 0; i < network.layer_count(); ++i) layers.push_back(network.layer(i, how));
  layers.push_back(network.last(how));
  return layers;
}

double flops(const std::vector<Kernel>& kernels) {
  double sum = 0;
  for (const Kernel& k : kernels) sum += k.flops;
  return sum;
}

// Of a forward and backward pass; bytes by kernel.
struct Sums {
  double flops = 0;
  std::map<std::string, double> bytes;
};
Sums sums(const Network& network, const ShardShape& how) {
  Sums sum;
  for (const Layer& layer : all_layers(network, how)) {
    for (const Segment& s : layer.segments) {
      for (const auto* kernels : {&s.forward, &s.backward}) {
        sum.flops += flops(*kernels);
        for (const Kernel& k : *kernels) sum.bytes[k.name] += k.memory_bytes;
      }
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("CNNs have the parameters and multiply-adds of torchvision's") {
  struct Known {
    const char* id;
    double parameters, multiply_adds;
  };
  // Parameters as torchvision documents them with its weights; AlexNet's and Inception's multiply-adds follow
  // from their layers alone.
  const Known all[] = {{"resnet18", 11689512, 1814073344},   {"resnet34", 21797672, 3663761408},
                       {"resnet50", 25557032, 4089184256},   {"resnet101", 44549160, 7801405440},
                       {"resnet152", 60192808, 11513626624}, {"vgg11", 132863336, 7609090048},
                       {"vgg16", 138357544, 15470264320},    {"vgg19", 143667240, 19632062464},
                       {"alexnet", 61100840, 714188480},     {"inception-v3", 23834568, 5713216096}};
  for (const Known& known : all) {
    CAPTURE(known.id);
    const auto network = make_cnn(known.id);
    CHECK(network->parameters() == known.parameters);
    CHECK(network->model_flops_per_sample() == 6 * known.multiply_adds);
  }
  // The CIFAR variant of kuangliu/pytorch-cifar.
  CHECK(make_cnn("resnet18-cifar")->parameters() == 11173962);
  CHECK(make_cnn("resnet18-cifar")->model_flops_per_sample() == 6 * 555422720.0);
}

TEST_CASE("YOLOv3 has the parameters and operations of Darknet's") {
  const auto yolo = make_cnn("yolo-v3");
  // 61,949,149 with 80 classes (ultralytics/yolov3); 20 need 180 channels fewer in each of three detectors.
  CHECK(yolo->parameters() == 61949149 - 180 * (1025 + 513 + 257));
  // 65.86 billion operations at 416 x 416 (Redmon and Farhadi, 1804.02767, table 2) less those channels.
  const double fewer = 2 * 180.0 * (1024 * 13 * 13 + 512 * 26 * 26 + 256 * 52 * 52);
  CHECK(yolo->model_flops_per_sample() / 3 == Approx(65.86e9 - fewer).epsilon(1e-4));
}

TEST_CASE("Kernels of a CNN execute the multiply-adds of its shape") {
  for (const char* id :
       {"resnet50", "vgg16", "resnet18", "resnet18-cifar", "alexnet", "inception-v3", "yolo-v3"}) {
    const auto network = make_cnn(id);
    const ShardShape how = shard(32, 1, false);
    double parameters = 0, forward = 0, backward = 0, first_convolution = 0;
    for (const Layer& layer : all_layers(*network, how)) {
      parameters += layer.parameters;
      for (const Segment& s : layer.segments) {
        if (first_convolution == 0) first_convolution = s.forward[0].flops;
        forward += flops(s.forward);
        backward += flops(s.backward);
      }
    }
    CHECK(parameters == network->parameters());
    CHECK(3 * forward == 32 * network->model_flops_per_sample());
    // The image needs no gradient.
    CHECK(backward == 2 * forward - first_convolution);
  }
}

TEST_CASE("Without fusion a CNN computes the same, and ReLUs and changes of order pass over memory besides") {
  const auto network = make_cnn("resnet50");
  ShardShape fused = shard(32, 1, false), apart = fused;
  apart.fused_passes = false;
  const Sums with = sums(*network, fused), without = sums(*network, apart);
  CHECK(without.flops == with.flops);
  // 49 of the 53 batch norms have a ReLU behind them: outputs are read and written, and in the backward pass
  // two tensors are read and one is written.
  const double relu = without.bytes.at("relu");
  CHECK(without.bytes.at("relu gradient") == 1.5 * relu);
  // 16-bit tensor cores want channels last: in and out again around each convolution, its input twice.
  CHECK(without.bytes.at("output to channels first") > relu);
  CHECK(without.bytes.at("convolution") == with.bytes.at("convolution"));
  apart.precision = Precision::fp32;
  CHECK(sums(*network, apart).bytes.count("output to channels first") == 0);
  CHECK(sums(*network, apart).bytes.at("relu") == 2 * relu);
}

TEST_CASE("Layers of one class cost the same and others do not") {
  const auto network = make_cnn("resnet50");
  REQUIRE(network->layer_count() == 16);
  const ShardShape how = shard(1, 1, false);
  std::set<int> classes;
  for (int i = 0; i < network->layer_count(); ++i) {
    classes.insert(network->layer_class(i));
    for (int j = 0; j < i; ++j) {
      const Layer a = network->layer(i, how), b = network->layer(j, how);
      const bool same = a.parameters == b.parameters && a.activation_bytes == b.activation_bytes;
      CHECK(same == (network->layer_class(i) == network->layer_class(j)));
    }
  }
  CHECK(classes.size() == 8);
}

// Radosavovic et al., arXiv:2003.13678, count 11.1 M outputs of ResNet-50's convolutions. We keep each of
// them, and what the ReLU after it makes of all but the four projections' outputs.
TEST_CASE("ResNet-50 keeps each convolution's output before and after its ReLU") {
  const double stem = 64 * 112 * 112,
               projections = 256 * 56 * 56 + 512 * 28 * 28 + 1024 * 14 * 14 + 2048 * 7 * 7;
  double outputs = stem + projections;
  const double stages[][3] = {{3, 64, 56}, {4, 128, 28}, {6, 256, 14}, {3, 512, 7}};
  double in_size = 56;
  for (const auto& [blocks, width, size] : stages) {
    outputs +=
        blocks * (5 * width * size * size) + (blocks - 1) * width * size * size + width * in_size * in_size;
    in_size = size;
  }
  CHECK(outputs == Approx(11.1e6).epsilon(0.005));

  const double pooled = 64 * 56 * 56, image = 3 * 224 * 224, classes = 1000;
  ShardShape how = shard(1, 1, false);
  how.precision = Precision::fp32;
  double kept = 0;
  for (const Layer& layer : all_layers(*make_cnn("resnet50"), how)) kept += layer.activation_bytes;
  CHECK(kept == 4 * (2 * outputs - projections + image + pooled + classes) + 8 * pooled);
}

TEST_CASE("Full recomputation of a CNN keeps inputs of layers only") {
  const auto network = make_cnn("vgg16");
  const Layer none = network->layer(1, shard(4, 1, false));
  const Layer full = network->layer(1, shard(4, 1, false, Recomputation::full));
  CHECK(full.activation_bytes == 4 * 64 * 224 * 224 * 2.0);
  CHECK(full.working_bytes == none.activation_bytes);
  CHECK(flops(full.segments[0].backward) ==
        flops(none.segments[0].backward) + flops(none.segments[0].forward));
}

TEST_CASE("An image is about 108 kB on disk and 602 kB when handed over") {
  const auto network = make_cnn("resnet50");
  CHECK(network->stored_bytes_per_sample() == Approx(108e3).epsilon(0.01));
  // 20 workers x 32 images are 385 MB.
  CHECK(20 * 32 * network->input_bytes_per_sample() == Approx(385e6).epsilon(0.001));
  CHECK(network->decodes_images());
}

TEST_CASE("CNNs have no tensor parallelism and unknown ones are refused") {
  CHECK(make_cnn("vgg16")->tensor_width_problem(1).empty());
  CHECK(make_cnn("vgg16")->tensor_width_problem(2) ==
        "vgg16 has no tensor-parallel form, found tensor width 2; legal widths: 1");
  CHECK_THROWS_AS(make_cnn("resnet51"), Error);
}
