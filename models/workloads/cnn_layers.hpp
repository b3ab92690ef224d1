// SPDX-License-Identifier: Apache-2.0
// Convolutional networks as lists of layers, and what a layer costs. Private to this folder. Square images
// and windows.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "models/workloads/network.hpp"

namespace headroom::models::cnn {

struct Conv {
  double in_channels, out_channels, kernel, in_size, out_size;  // kernel and sizes: pixels along an edge
  bool batch_norm;                                              // then no bias
  bool input_gradient = true;  // the first convolution of a network needs none

  [[nodiscard]] double inputs() const { return in_channels * in_size * in_size; }
  [[nodiscard]] double outputs() const { return out_channels * out_size * out_size; }
  [[nodiscard]] double weights() const { return in_channels * out_channels * kernel * kernel; }
  // Weights and either scale and shift of the batch norm or a bias.
  [[nodiscard]] double parameters() const { return weights() + (batch_norm ? 2 : 1) * out_channels; }
};

struct MaxPool {
  double channels, in_size, out_size;
  [[nodiscard]] double inputs() const { return channels * in_size * in_size; }
  [[nodiscard]] double outputs() const { return channels * out_size * out_size; }
};

struct Dense {
  double in, out;
  bool relu;
  [[nodiscard]] double parameters() const { return (in + 1) * out; }
};

// In the order of execution. `projection` is the convolution on a residual block's skip path.
struct CnnLayer {
  std::string name;
  const char* segment = "";
  int layer_class = 0;
  double inputs = 0;  // elements per image
  std::vector<Conv> convolutions;
  bool residual = false;
  std::optional<Conv> projection;
  std::optional<MaxPool> max_pool;
  double average_pool_inputs = 0;  // elements; 0 = none
  std::optional<Dense> dense;
  bool loss = false;

  [[nodiscard]] double parameters() const;
  [[nodiscard]] double multiply_adds() const;  // per image, of convolutions and dense layers
  [[nodiscard]] double outputs() const;        // elements per image
};

struct CnnShape {
  std::string name;
  std::optional<CnnLayer> first;
  std::vector<CnnLayer> layers;
  CnnLayer last;
};

// torchvision.models.resnet50 (stride in the 3x3 convolution) and vgg16 (without batch norm), 224 x 224, 1000
// classes.
[[nodiscard]] CnnShape resnet50();
[[nodiscard]] CnnShape vgg16();

[[nodiscard]] Layer cost(const CnnLayer& layer, const ShardShape& how);

}  // namespace headroom::models::cnn
