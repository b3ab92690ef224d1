// SPDX-License-Identifier: Apache-2.0
// What a model is to the rest of Headroom: layers of segments of kernels, with what tensor parallelism must
// exchange.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/compute/kernel.hpp"

namespace headroom::models {

enum class Recomputation { none, selective, full };
[[nodiscard]] const char* to_string(Recomputation r);

// How the ranks that share a sequence see each other's keys and values. ring: blocks go round while attention
// runs on those at hand (Ring Attention, arXiv:2310.01889; Megatron-Core's "p2p"). all_gather: all come
// before attention starts (Llama 3, arXiv:2407.21783, sec. 3.3.2). all_to_all: each rank gets whole sequences
// of some heads (DeepSpeed-Ulysses, arXiv:2309.14509).
enum class ContextExchange { ring, all_gather, all_to_all };
[[nodiscard]] const char* to_string(ContextExchange e);

// What one rank does with one microbatch: everything that changes shapes.
struct ShardShape {
  double microbatch = 1;  // samples
  int tensor = 1;         // tensor-parallel width
  bool sequence_parallel = false;
  // Ranks that each sequence is split over, with a share of causal attention that is the same for all: of
  // twice as many pieces each has one from the front and its counterpart from the back.
  int context = 1;
  ContextExchange context_exchange = ContextExchange::ring;
  // Ranks that routed experts are spread over, and ranks that one expert is split over (1 or `tensor`).
  int expert = 1, expert_tensor = 1;
  Precision precision = Precision::bf16;  // of matrix products
  Recomputation recomputation = Recomputation::none;
  bool flash_attention = true;
  // Of CNNs: normalisation, addition of the skip path and ReLU are one kernel, and channels stand last in
  // memory as tensor cores want them.
  bool fused_passes = true;
  bool training = true;
};

// Of layers that full recomputation leaves out; any other shape stays as it is.
[[nodiscard]] ShardShape without_recomputation(ShardShape shape);

// An exchange that follows a segment's kernels and blocks what comes after. Between tensor-parallel ranks
// sequence parallelism makes of an all-reduce a reduce-scatter and an all-gather of the same bytes.
// Expert-parallel ranks send tokens to their experts and back, context-parallel ones keys and values.
struct LayerExchange {
  enum class Kind { all_reduce, all_gather, reduce_scatter, all_to_all } kind;
  enum class Between { tensor, expert, context };
  // nccl-tests' convention: the whole (unsharded) buffer; of an all-to-all what one rank sends, its own share
  // included.
  double bytes;
  Between between = Between::tensor;
  // What runs beside it, of the segment's kernels. Between tensor-parallel ranks a matrix product, if the
  // software cuts it into pieces together with the exchange. None: the exchange blocks.
  std::optional<Kernel> beside = {};
};

// Kernels that run back to back on one rank, then maybe exchanges.
struct Segment {
  const char* name = "";                      // "attention", "mlp", "embedding", "head", "conv3_x", ...
  std::vector<LayerExchange> forward_before;  // e.g. sequence-parallel all-gather
  std::vector<Kernel> forward;
  std::vector<LayerExchange> forward_after;
  std::vector<LayerExchange> backward_before;
  std::vector<Kernel>
      backward;  // gradients of inputs and weights; includes kernels that recomputation repeats
  std::vector<LayerExchange> backward_after;
};

struct Layer {
  std::string name;
  std::vector<Segment> segments;
  double parameters = 0;         // on this rank (after tensor sharding), trained, without routed experts
  double expert_parameters = 0;  // of routed experts on this rank: fewer ranks hold copies of them
  double frozen_bytes = 0;       // of weights on this rank that are not trained, as they stand in memory
  double table_bytes = 0;        // of embedding tables on this rank, with the states of their optimiser
  double activation_bytes = 0;   // kept per microbatch from forward to backward, on this rank
  double working_bytes = 0;   // extra live while this layer's backward runs (recomputed activations, logits)
  double boundary_bytes = 0;  // activation handed to the next layer, per microbatch, on this rank
};

// A model: builds its layers for a shape. Immutable, shareable between threads.
class Network {
 public:
  virtual ~Network() = default;
  [[nodiscard]] virtual const std::string& name() const = 0;
  // Exact number of parameters of the whole model.
  [[nodiscard]] virtual double parameters() const = 0;
  // Pipeline stages are made of these; embedding and head belong to `first()` and `last()`.
  [[nodiscard]] virtual int layer_count() const = 0;
  [[nodiscard]] virtual Layer layer(int index, const ShardShape& shape) const = 0;
  // Layers with equal class have equal costs (so each class is costed once).
  [[nodiscard]] virtual int layer_class(int index) const = 0;
  [[nodiscard]] virtual Layer first(
      const ShardShape& shape) const = 0;  // input embedding; may have no segments
  [[nodiscard]] virtual Layer last(const ShardShape& shape) const = 0;  // final norm, output head, loss
  // Tied embeddings: parameters that first() and last() share (all-reduced between the two stages when both
  // exist). They are counted in first().parameters; a last stage that is not also the first holds a copy
  // more.
  [[nodiscard]] virtual double tied_parameters(const ShardShape& shape) const = 0;
  // Likewise of bytes, where the shared parameters are not trained.
  [[nodiscard]] virtual double tied_frozen_bytes(const ShardShape&) const { return 0; }
  // Tokens (transformers) or images (CNNs) in one sample, and what to call them.
  [[nodiscard]] virtual double units_per_sample() const = 0;
  [[nodiscard]] virtual const char* unit_name() const = 0;
  // Model FLOPs of one training step per sample, forward and backward, without recomputation: the numerator
  // of MFU.
  [[nodiscard]] virtual double model_flops_per_sample() const = 0;
  // How they are counted, in words: figures by different conventions must not be compared.
  [[nodiscard]] virtual const char* model_flops_convention() const {
    return "3 x forward; forward = 2 FLOP per multiply-add of matrix products and convolutions";
  }
  // Bytes that the input pipeline must read from storage and hand to the accelerator per sample, and host
  // work.
  [[nodiscard]] virtual double stored_bytes_per_sample() const = 0;
  [[nodiscard]] virtual double input_bytes_per_sample() const = 0;
  [[nodiscard]] virtual bool decodes_images() const = 0;
  // Why `tensor` cannot be the tensor-parallel width, or empty.
  [[nodiscard]] virtual std::string tensor_width_problem(int tensor) const = 0;
  // Why a sequence cannot be split over `context` ranks (> 1) that exchange so, each of them over `tensor`;
  // or empty.
  [[nodiscard]] virtual std::string context_width_problem(int context, ContextExchange exchange,
                                                          int tensor) const = 0;
  // Routed experts of a layer that has any; 0: none.
  [[nodiscard]] virtual int routed_experts() const { return 0; }
  // Of embedding tables that are spread over all ranks of a stage: expert-parallel width is their number.
  [[nodiscard]] virtual bool has_tables() const { return false; }
};

// A mixture of experts in place of the MLP: a router sends each token to a few of many small MLPs (Shazeer et
// al., arXiv:1701.06538; shared experts: DeepSeekMoE, arXiv:2401.06066).
struct MixtureOfExperts {
  double experts = 0;        // routed, of a layer; 0: every layer has the dense MLP
  double per_token = 0;      // of them, that a token goes to
  double ffn = 0;            // width of one
  double shared_ffn = 0;     // of what every token goes through besides; 0: nothing
  bool shared_gate = false;  // the shared part is weighed by a gate of its own
  bool router_bias = false;
  int dense_layers = 0;  // first layers that have the dense MLP all the same
  // Node-limited routing: the experts of a token stand in at most so many groups, and it travels once to each
  // (DeepSeek-V3, arXiv:2412.19437, sec. 2.1.2); 0: it travels to each of its experts.
  double groups_per_token = 0;
  // Tokens of the busiest rank over the mean of all: ranks wait for it. 1: balanced.
  double imbalance = 1;
  [[nodiscard]] bool any() const { return experts > 0; }
};

// Multi-head latent attention: keys and values are made from a short vector that is all that is cached
// (DeepSeek-V2, arXiv:2405.04434, sec. 2.1).
struct LatentAttention {
  double query_rank = 0;      // 0: queries are made from the hidden state itself
  double key_value_rank = 0;  // 0: no latent attention
  double rope_dim = 0;        // of a query or key, the part that rotates; one such key for all heads
  double nope_dim = 0;        // the part that does not
  double value_dim = 0;
  [[nodiscard]] bool any() const { return key_value_rank > 0; }
};

// Low-rank adapters beside the matrices of a model that is trained no further: y = x W + x A B, where A makes
// a vector of `rank` from the input and B widens it again (LoRA: Hu et al., arXiv:2106.09685). Only A and B
// have gradients and optimiser states; all else is frozen, embedding, norms and head included.
struct Adapters {
  double rank = 0;  // 0: none, and everything is trained
  // Matrices that have one: queries and values (the paper's choice), all of attention, of the MLP, of both.
  enum class Targets { query_value, attention, mlp, all } targets = Targets::query_value;
  // How the blocks' frozen matrices stand in memory: as the products want them, in 8 bit, or in 4 bit with
  // scales (QLoRA: Dettmers et al., arXiv:2305.14314). What is narrower than the products want is widened by
  // a pass over memory before each of them.
  enum class Base { as_computed, fp8, nf4 } base = Base::as_computed;
  bool dropout = false;  // of what A reads
  // One for each product, so that queries, keys and values share one, and gate and up another (NeMo); else
  // one for each of them (PEFT).
  bool joint = false;
  [[nodiscard]] bool any() const { return rank > 0; }
};

struct TransformerShape {
  std::string name;
  int layers = 0;
  double hidden = 0, heads = 0, kv_heads = 0, head_dim = 0, ffn = 0, vocabulary = 0, sequence = 0;
  bool gated = false;       // SwiGLU: three matrices in the MLP
  bool tied = false;        // output head shares the input embedding
  bool layer_norm = false;  // LayerNorm with bias (GPT kind); false: RMSNorm (Llama kind)
  bool attention_bias = false, attention_out_bias = false, mlp_bias = false;
  bool dropout = false;          // dropout masks are kept (GPT kind of Korthikanti et al.)
  bool query_key_norm = false;   // queries and keys are normalised, head by head
  double learned_positions = 0;  // rows of a learned position table
  bool causal = true;            // a token sees those before it only
  // Tokens that a layer with a sliding window sees; 0: all layers see all. Of every full_attention_every
  // layers the last sees all (0: none does).
  double window = 0;
  int full_attention_every = 0;
  // Attention and MLP read the same stream and add to one sum, with one exchange around both (GPT-J, PaLM).
  bool parallel = false;
  double block_norms = 2;  // 1: attention and MLP share one; 4: what they yield is normalised, too (Gemma 2)
  MixtureOfExperts experts = {};
  LatentAttention latent = {};  // with it, head_dim and kv_heads are not looked at
  Adapters adapters = {};       // of decoders with neither experts nor latent attention
};
// Throws Error(bad_input) naming the dimension that is not positive or does not divide.
[[nodiscard]] std::shared_ptr<const Network> make_transformer(const TransformerShape& shape);
// BERT: masked_tokens is pretraining (masked tokens, and whether two sentences follow each other), span finds
// where an answer begins and ends (SQuAD).
enum class EncoderTask { masked_tokens, span };
struct EncoderShape {
  TransformerShape blocks;  // causal is not looked at
  EncoderTask task = EncoderTask::masked_tokens;
  // Of the positions of a sequence: holds a token. Below 1 the software leaves out the padding: it packs
  // sequences, bins them by length or computes on their tokens alone. (Attention over packed sequences is
  // taken as over so many fewer full ones.)
  double filled_share = 1;
};
[[nodiscard]] std::shared_ptr<const Network> make_encoder(EncoderShape shape);
// By id: resnet18, 34, 50, 101, 152, resnet18-cifar, vgg11, 16, 19, alexnet, inception-v3, yolo-v3. Throws
// Error(bad_input) that lists them.
[[nodiscard]] std::shared_ptr<const Network> make_cnn(const std::string& id);
// Parameters that one token is multiplied with, embedding table included: those of a model with as many
// experts as a token goes to.
[[nodiscard]] double active_parameters(const TransformerShape& shape);
// Of adapters, over all layers; 0 without any.
[[nodiscard]] double adapter_parameters(const TransformerShape& shape);
// Key/value cache of one token over all layers: 2 * kv_heads * head_dim * bytes * layers; with latent
// attention (key_value_rank + rope_dim) * bytes * layers.
[[nodiscard]] double kv_bytes_per_token(const TransformerShape& shape, double bytes_per_element);

}  // namespace headroom::models
