// SPDX-License-Identifier: Apache-2.0
// Convolutional networks as lists of layers, and what a layer costs. Private to this folder. Square images.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "models/workloads/network.hpp"

namespace headroom::models::cnn {

// Training images: edge in pixels, and bytes of a file on average.
struct Images {
  double size, file_bytes;
};
// ImageNet's training set (ILSVRC 2012): 138 GB of JPEG files, 1,281,167 images, cropped to 224 or 299
// pixels.
constexpr double imagenet_file_bytes = 138e9 / 1281167;
constexpr double imagenet_size = 224, imagenet_classes = 1000;
// CIFAR-10's binary version: a label and 3 x 32 x 32 bytes.
constexpr double cifar_size = 32;
constexpr Images cifar10{cifar_size, 3073};
constexpr double image_channels = 3;

struct Conv {
  double in_channels, out_channels, kernel, in_size, out_size;  // kernel and sizes: pixels along an edge
  bool batch_norm;                                              // then no bias
  bool input_gradient = true;  // the first convolution of a network needs none
  double kernel_width = 0;     // where the window is not square; 0 = kernel

  [[nodiscard]] double inputs() const { return in_channels * in_size * in_size; }
  [[nodiscard]] double outputs() const { return out_channels * out_size * out_size; }
  [[nodiscard]] double window() const { return kernel * (kernel_width > 0 ? kernel_width : kernel); }
  [[nodiscard]] double weights() const { return in_channels * out_channels * window(); }
  [[nodiscard]] double multiply_adds() const { return weights() * out_size * out_size; }
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

// In the order of execution; branches that are concatenated one after the other. `projection` is the
// convolution on a residual block's skip path.
struct CnnLayer {
  std::string name;
  const char* segment = "";
  int layer_class = 0;
  double inputs = 0;  // elements per image
  std::vector<Conv> convolutions;
  bool residual = false;
  std::optional<Conv> projection;
  std::optional<MaxPool> max_pool;
  double concatenated = 0;         // outputs of all branches together; 0: those of the last convolution
  double average_pool_inputs = 0;  // elements; 0 = none
  std::optional<Dense> dense;
  bool loss = false;

  [[nodiscard]] double parameters() const;
  [[nodiscard]] double multiply_adds() const;  // per image, of convolutions and dense layers
  [[nodiscard]] double outputs() const;        // elements per image
};

struct CnnShape {
  std::string name;
  Images images{imagenet_size, imagenet_file_bytes};
  std::optional<CnnLayer> first;
  std::vector<CnnLayer> layers;
  CnnLayer last;
};

[[nodiscard]] CnnLayer dense_layer(const char* name, double in, double out, bool relu);

// As torchvision builds them (VGG without batch norm), for ImageNet's 1000 classes.
[[nodiscard]] CnnShape resnet18();
[[nodiscard]] CnnShape resnet34();
[[nodiscard]] CnnShape resnet50();
[[nodiscard]] CnnShape resnet101();
[[nodiscard]] CnnShape resnet152();
[[nodiscard]] CnnShape resnet18_cifar();  // CIFAR-10
[[nodiscard]] CnnShape vgg11();
[[nodiscard]] CnnShape vgg16();
[[nodiscard]] CnnShape vgg19();
[[nodiscard]] CnnShape alexnet();
[[nodiscard]] CnnShape inception_v3();  // 299 x 299, without the auxiliary classifier
[[nodiscard]] CnnShape yolo_v3();       // 416 x 416, 20 classes (Pascal VOC)

[[nodiscard]] Layer cost(const CnnLayer& layer, const ShardShape& how);

}  // namespace headroom::models::cnn
