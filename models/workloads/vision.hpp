// SPDX-License-Identifier: Apache-2.0
// Vision transformers (ViT: Dosovitskiy et al., arXiv:2010.11929): an image is cut into patches, each patch
// is a token beside one more that the answer is read from, and every token sees all others.
#pragma once
#include <memory>

#include "models/workloads/network.hpp"

namespace headroom::models {

struct VisionShape {
  TransformerShape blocks;  // sequence, positions, vocabulary and causal are not looked at
  double image = 224, patch = 16, classes = 1000;
  [[nodiscard]] double patches() const { return (image / patch) * (image / patch); }
};
// Throws Error(bad_input) where patches do not cut the image evenly, or for what make_transformer refuses.
[[nodiscard]] std::shared_ptr<const Network> make_vision(VisionShape shape);

}  // namespace headroom::models
