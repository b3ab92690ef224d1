// SPDX-License-Identifier: Apache-2.0
// Inception v3 (Szegedy et al., 1512.00567) as torchvision builds it, without its auxiliary classifier.
#include <initializer_list>

#include "models/workloads/cnn_layers.hpp"

namespace headroom::models::cnn {
namespace {

// A convolution of a branch: the branch's first one reads the module's input.
struct Step {
  double out_channels, height, width;
  bool halves = false;
};
using Branch = std::initializer_list<Step>;

// Modules take an image of `size` pixels, and those with a step that halves it give one of `out_size`.
struct Place {
  double channels, size, out_size;
};

CnnLayer module(const char* name, const Place& in, std::initializer_list<Branch> branches,
                double pooled_channels) {
  CnnLayer layer;
  layer.name = layer.segment = name;
  layer.inputs = in.channels * in.size * in.size;
  double channels_out = pooled_channels;
  for (const Branch& branch : branches) {
    double channels = in.channels, size = in.size;
    for (const Step& step : branch) {
      const double out = step.halves ? in.out_size : size;
      layer.convolutions.push_back(
          {channels, step.out_channels, step.height, size, out, true, true, step.width});
      channels = step.out_channels;
      size = out;
    }
    channels_out += channels;
  }
  layer.concatenated = channels_out * in.out_size * in.out_size;
  return layer;
}

CnnLayer module_a(const char* name, double channels, double pool_features) {
  return module(
      name, {channels, 35, 35},
      {{{64, 1, 1}}, {{48, 1, 1}, {64, 5, 5}}, {{64, 1, 1}, {96, 3, 3}, {96, 3, 3}}, {{pool_features, 1, 1}}},
      0);
}

CnnLayer module_c(const char* name, double narrow) {
  return module(name, {768, 17, 17},
                {{{192, 1, 1}},
                 {{narrow, 1, 1}, {narrow, 1, 7}, {192, 7, 1}},
                 {{narrow, 1, 1}, {narrow, 7, 1}, {narrow, 1, 7}, {narrow, 7, 1}, {192, 1, 7}},
                 {{192, 1, 1}}},
                0);
}

// Two of its branches end in two convolutions side by side.
CnnLayer module_e(const char* name, double channels) {
  CnnLayer layer = module(
      name, {channels, 8, 8},
      {{{320, 1, 1}}, {{384, 1, 1}, {384, 1, 3}}, {{448, 1, 1}, {384, 3, 3}, {384, 1, 3}}, {{192, 1, 1}}},
      2 * 384);
  for (int i = 0; i < 2; ++i) layer.convolutions.push_back({384, 384, 3, 8, 8, true, true, 1});
  return layer;
}

CnnLayer plain(const char* name, std::initializer_list<Conv> convolutions, const MaxPool& pool) {
  CnnLayer layer;
  layer.name = layer.segment = name;
  layer.convolutions = convolutions;
  layer.inputs = layer.convolutions.front().inputs();
  layer.max_pool = pool;
  return layer;
}

}  // namespace

CnnShape inception_v3() {
  constexpr double size = 299;
  CnnShape shape;
  shape.name = "inception-v3";
  shape.images.size = size;
  shape.first = plain("conv1-2",
                      {{image_channels, 32, 3, size, 149, true, false},
                       {32, 32, 3, 149, 147, true},
                       {32, 64, 3, 147, 147, true}},
                      {64, 147, 73});
  shape.layers = {
      plain("conv3-4", {{64, 80, 1, 73, 73, true}, {80, 192, 3, 73, 71, true}}, {192, 71, 35}),
      module_a("mixed_5b", 192, 32),
      module_a("mixed_5c", 256, 64),
      module_a("mixed_5d", 288, 64),
      module("mixed_6a", {288, 35, 17}, {{{384, 3, 3, true}}, {{64, 1, 1}, {96, 3, 3}, {96, 3, 3, true}}},
             288),
      module_c("mixed_6b", 128),
      module_c("mixed_6c", 160),
      module_c("mixed_6d", 160),
      module_c("mixed_6e", 192),
      module("mixed_7a", {768, 17, 8},
             {{{192, 1, 1}, {320, 3, 3, true}}, {{192, 1, 1}, {192, 1, 7}, {192, 7, 1}, {192, 3, 3, true}}},
             768),
      module_e("mixed_7b", 1280),
      module_e("mixed_7c", 2048)};
  for (std::size_t i = 0; i < shape.layers.size(); ++i) shape.layers[i].layer_class = static_cast<int>(i);
  shape.last = dense_layer("fc", 2048, imagenet_classes, false);
  shape.last.average_pool_inputs = shape.last.inputs = 2048 * 8 * 8;
  shape.last.loss = true;
  return shape;
}

}  // namespace headroom::models::cnn
