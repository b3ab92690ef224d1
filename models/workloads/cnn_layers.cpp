// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/cnn_layers.hpp"

namespace headroom::models::cnn {

CnnLayer dense_layer(const char* name, double in, double out, bool relu) {
  CnnLayer layer;
  layer.name = layer.segment = name;
  layer.inputs = in;
  layer.dense = Dense{in, out, relu};
  return layer;
}

double CnnLayer::parameters() const {
  double sum = projection ? projection->parameters() : 0;
  for (const Conv& c : convolutions) sum += c.parameters();
  return sum + (dense ? dense->parameters() : 0);
}

double CnnLayer::multiply_adds() const {
  double sum = projection ? projection->multiply_adds() : 0;
  for (const Conv& c : convolutions) sum += c.multiply_adds();
  return sum + (dense ? dense->in * dense->out : 0);
}

double CnnLayer::outputs() const {
  if (dense) return dense->out;
  if (concatenated > 0) return concatenated;
  return max_pool ? max_pool->outputs() : convolutions.back().outputs();
}

}  // namespace headroom::models::cnn
