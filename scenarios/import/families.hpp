// SPDX-License-Identifier: Apache-2.0
// What a configuration does not say because the code of its architecture fixes it.
#pragma once
#include <string_view>

#include "scenarios/import/decoder.hpp"

namespace headroom::scenarios::hf {

enum class Positions { none, table, table_and_two };  // learned; OPT's table has two rows more

struct Family {
  // model_type, without "_text"; how the class is called where model_type is absent (empty: by type only).
  std::string_view type = {}, architecture = {};
  Norm norm = Norm::rms;
  bool gated = true;
  // Where no key says otherwise. `biased_output`: attention_bias means the output projection, too.
  bool attention_bias = false, biased_output = true, mlp_bias = false;
  bool tied = false;
  QueryNorm query_norm = QueryNorm::none;        // where use_qk_norm does not say no
  QueryNorm asked_query_norm = QueryNorm::none;  // only where use_qk_norm says yes
  double norms = 2;
  Positions positions = Positions::none;
  bool head_bias = false, embedding_norm = false, parallel = false;
  double window_period = 0;  // with a window, each last of so many layers sees all; 0: none does
  double head_dim = 0;       // default of head_dim; 0: hidden / heads
  bool output_gate = false, sinks = false;  // of attention (decoder.hpp)
  // Of mixtures of experts: always one expert that all tokens share, and what is beside it.
  bool shared_expert = false, shared_gate = false, expert_bias = false;
  double router_biases = 0;  // vectors of one value an expert
  std::string_view mlp_module = "mlp";
};

// Null where it is not known.
[[nodiscard]] const Family* family_of_type(std::string_view model_type);
[[nodiscard]] const Family* family_of_architecture(std::string_view architecture);

}  // namespace headroom::scenarios::hf
