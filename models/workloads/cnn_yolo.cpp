// SPDX-License-Identifier: Apache-2.0
// YOLOv3 (Redmon and Farhadi, 1804.02767): Darknet-53 and detectors at three scales.
#include <fmt/format.h>

#include "models/workloads/cnn_layers.hpp"

namespace headroom::models::cnn {
namespace {

constexpr double edge = 416;
// Pascal VOC: 20 classes; a detector gives box, objectness and classes for three anchors. 17,125 images of
// 2012 are 1.9 GB.
constexpr double classes = 20, detector_channels = 3 * (4 + 1 + classes);
constexpr Images voc{edge, 1.9e9 / 17125};

CnnLayer chain(std::string name, const char* segment, std::vector<Conv> convolutions) {
  CnnLayer layer;
  layer.name = std::move(name);
  layer.segment = segment;
  layer.inputs = convolutions.front().inputs();
  layer.convolutions = std::move(convolutions);
  return layer;
}

// Halves the image, then `blocks` residual blocks with half the channels inside.
void add_stage(double channels, double size, int blocks, int& next_class, CnnShape& shape) {
  shape.layers.push_back(
      chain(fmt::format("down {}", size), "darknet", {{channels / 2, channels, 3, 2 * size, size, true}}));
  shape.layers.back().layer_class = next_class++;
  for (int b = 0; b < blocks; ++b) {
    shape.layers.push_back(chain(
        fmt::format("block {} {}", size, b + 1), "darknet",
        {{channels, channels / 2, 1, size, size, true}, {channels / 2, channels, 3, size, size, true}}));
    shape.layers.back().residual = true;
    shape.layers.back().layer_class = next_class;
  }
  ++next_class;
}

// Five convolutions to and fro, one more, and the detector; all but the last scale also hand half of the
// narrow channels on, enlarged twofold and joined with what Darknet had there.
CnnLayer detector(double in_channels, double narrow, double size, double skip_channels) {
  std::vector<Conv> convolutions;
  double channels = in_channels;
  for (int i = 0; i < 3; ++i) {
    convolutions.push_back({channels, narrow, 1, size, size, true});
    convolutions.push_back({narrow, 2 * narrow, 3, size, size, true});
    channels = 2 * narrow;
  }
  convolutions.push_back({channels, detector_channels, 1, size, size, false});
  if (skip_channels > 0) convolutions.push_back({narrow, narrow / 2, 1, size, size, true});
  CnnLayer layer = chain(fmt::format("detector {}", size), "detector", std::move(convolutions));
  if (skip_channels > 0) layer.concatenated = (narrow / 2 + skip_channels) * 4 * size * size;
  return layer;
}

}  // namespace

CnnShape yolo_v3() {
  CnnShape shape;
  shape.name = "yolo-v3";
  shape.images = voc;
  shape.first = chain("conv1", "darknet", {{image_channels, 32, 3, edge, edge, true, false}});
  int next_class = 0;
  add_stage(64, 208, 1, next_class, shape);
  add_stage(128, 104, 2, next_class, shape);
  add_stage(256, 52, 8, next_class, shape);
  add_stage(512, 26, 8, next_class, shape);
  add_stage(1024, 13, 4, next_class, shape);
  for (const CnnLayer& layer : {detector(1024, 512, 13, 512), detector(256 + 512, 256, 26, 256)}) {
    shape.layers.push_back(layer);
    shape.layers.back().layer_class = next_class++;
  }
  shape.last = detector(128 + 256, 128, 52, 0);
  shape.last.loss = true;
  return shape;
}

}  // namespace headroom::models::cnn
