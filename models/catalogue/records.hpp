// SPDX-License-Identifier: Apache-2.0
// Catalogue records as plain values, beside Accelerator. SI units; bandwidths in bytes/s, one direction.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "models/catalogue/accelerator.hpp"
#include "topologies/description.hpp"

namespace headroom::models {

// A price with what a reader needs to judge it.
struct Price {
  double usd = 0;
  std::string source, date, note;  // ids of sources; date as precise as known
  bool recalled = false;           // from memory or assumed
};

struct ServerRecord {
  std::string id, name, note;
  Accelerator accelerator;
  topologies::ServerDescription description;
  std::string nic_id;          // empty: not a NIC of the catalogue
  std::optional<Price> price;  // of the whole server with its accelerators
  bool price_includes_nics = false;
  std::optional<Price> host_price;    // of a server sold without accelerators and NICs
  std::optional<double> power_watts;  // everything at full load, accelerators at their limit
  std::optional<double> idle_watts;
  std::optional<double> rack_units;
  int accelerators_per_tray = 0;         // of a rack that is bought tray by tray; 0: servers are bought whole
  std::vector<std::string> assumptions;  // facts of the description that were recalled or assumed, in words

  // Of its price, power, sockets and NICs, when it holds so many accelerators.
  [[nodiscard]] double share_bought(int accelerators) const;
};

struct NicRecord {
  std::string id, name;
  bool infiniband = false, ethernet = false;
  double bytes_per_second = 0;
  std::optional<double> power_watts;
  std::optional<Price> price;
};

struct SwitchRecord {
  std::string id, name;
  bool infiniband = false;  // false: Ethernet
  int ports = 0;
  double bytes_per_second = 0;        // one port
  std::optional<double> power_watts;  // maximum
  std::optional<double> typical_watts;
  std::optional<double> latency_seconds;  // port to port
  std::optional<Price> price;
};

struct CableRecord {
  std::string id, name, medium;  // "copper", "optical cable", "transceivers"
  double bytes_per_second = 0, reach_metres = 0;
  double base_usd = 0, usd_per_metre = 0;  // ends included
  double end_watts = 0;                    // each end; 0 = passive or unknown
  std::string source, date;                // of the price
  bool recalled = false;
};

enum class RentTerms { on_demand, reserved, spot };
[[nodiscard]] const char* to_string(RentTerms terms);  // as in rents.json

// Cloud rent of one accelerator.
struct Rent {
  std::string id, provider, accelerator_id, terms;  // terms: "on demand", "spot", "reserved", or others
  Price per_hour;
  double commitment_seconds = 0;  // reserved: paid for so long, used or not
};

// The dimensions of a model, named as in TransformerShape of models/workloads/network.hpp.
struct ModelRecord {
  std::string id, name, kind;  // "decoder", "encoder", "vision", "cnn", "encoder-decoder", "recommender"
  int layers = 0;
  double hidden = 0, heads = 0, kv_heads = 0, head_dim = 0, ffn = 0, vocabulary = 0;
  double sequence = 0;      // of pretraining; 0 = not known
  double max_sequence = 0;  // that positions reach; 0 = not known
  bool gated = false, tied = false, layer_norm = false;
  bool attention_bias = false, attention_out_bias = false, mlp_bias = false, dropout = false;
  double learned_positions = 0;
  bool query_key_norm = false;
  double window = 0;  // of a sliding window
  int full_attention_every = 0;
  // Mixture of experts and latent attention, as configuration files call them; 0: none.
  double experts = 0, experts_per_token = 0, expert_ffn = 0, shared_expert_ffn = 0;
  double expert_groups_per_token = 0;
  bool shared_gate = false, router_bias = false;
  int dense_layers = 0;
  double q_lora_rank = 0, kv_lora_rank = 0, qk_nope_head_dim = 0, qk_rope_head_dim = 0, v_head_dim = 0;
  // Recommenders, as in RecommenderShape of models/workloads/recommender.hpp.
  double dense_features = 0, embedding_dim = 0, cross_layers = 0, cross_rank = 0;
  std::vector<double> bottom_mlp, top_mlp;        // bottom_mlp begins with dense_features
  std::vector<double> table_rows, table_lookups;  // of each table; no lookups: one each
  double image = 0, patch = 0;                    // vision: pixels of one side
  std::optional<double> parameters;               // as published or computed by the catalogue's sources
  // What a plain dense transformer does not have and this model does: "experts 256", "kv_lora_rank 512", ...
  std::vector<std::string> beyond_dense;
};

}  // namespace headroom::models
