// SPDX-License-Identifier: Apache-2.0
// The weights of a decoder, one row for each module of its checkpoint.
#pragma once
#include <string>
#include <vector>

#include "scenarios/import/decoder.hpp"

namespace headroom::scenarios::hf {

enum class Role { matrix, head, router, embedding, other };  // other: norms, biases, convolutions, states

struct Tensor {
  std::string module;                 // "layers.3.self_attn.q_proj"; of experts all together
  double parameters = 0, active = 0;  // active: those that one token meets
  Role role = Role::other;
  bool expert = false;  // routed
};

[[nodiscard]] std::vector<Tensor> tensors(const Decoder& decoder);

struct ParameterCount {
  double total = 0, active = 0;  // both with the embedding
};
[[nodiscard]] ParameterCount count(const std::vector<Tensor>& tensors);

}  // namespace headroom::scenarios::hf
