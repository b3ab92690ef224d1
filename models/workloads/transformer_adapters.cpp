// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/transformer_adapters.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace headroom::models::transformer {
namespace {

using Targets = Adapters::Targets;

constexpr Matrix all_matrices[] = {Matrix::qkv, Matrix::attention_out, Matrix::up, Matrix::down};

// NF4 with double quantisation (arXiv:2305.14314, section 3): 4 bits, of every 64 weights an 8-bit scale, and
// of every 256 scales one of 32 bits.
constexpr double nf4_bytes = (4 + 8.0 / 64 + 32.0 / (64 * 256)) / 8;

double frozen_weight_bytes(const Rank& rank) {
  switch (rank.model.adapters.base) {
    case Adapters::Base::fp8:
      return bytes_of(Precision::fp8);
    case Adapters::Base::nf4:
      return nf4_bytes;
    case Adapters::Base::as_computed:
      break;
  }
  return rank.element_bytes;
}

bool is_widened(const Rank& rank) {
  return rank.model.adapters.any() && frozen_weight_bytes(rank) < bytes_of(rank.how.precision);
}

double input_of(const Rank& rank, Matrix matrix) {
  if (matrix == Matrix::attention_out) return rank.query_width();
  return matrix == Matrix::down ? rank.ffn : rank.model.hidden;
}
double output_of(const Rank& rank, Matrix matrix) {
  if (matrix == Matrix::qkv) return rank.qkv_width();
  return matrix == Matrix::up ? rank.up_width() : rank.model.hidden;
}
double input_tokens(const Rank& rank, Matrix matrix) {
  const bool reads_stream = matrix == Matrix::qkv || matrix == Matrix::up;
  return reads_stream ? rank.stream_tokens : rank.tokens;
}

bool is_in_attention(Matrix matrix) {
  return matrix == Matrix::qkv || matrix == Matrix::attention_out;
}

bool is_target(Targets targets, Matrix matrix) {
  switch (targets) {
    case Targets::query_value:
      return matrix == Matrix::qkv;
    case Targets::attention:
      return is_in_attention(matrix);
    case Targets::mlp:
      return !is_in_attention(matrix);
    case Targets::all:
      break;
  }
  return true;
}

Linear frozen(const Rank& rank, Linear base) {
  base.frozen = rank.model.adapters.any();
  base.narrow_weight_bytes = is_widened(rank) ? frozen_weight_bytes(rank) : 0;
  return base;
}

}  // namespace

std::vector<double> adapted_outputs(const Rank& rank, Matrix matrix) {
  const Adapters& adapters = rank.model.adapters;
  if (!adapters.any() || !is_target(adapters.targets, matrix)) return {};
  if (matrix == Matrix::attention_out || matrix == Matrix::down || adapters.joint)
    return {output_of(rank, matrix)};
  if (matrix == Matrix::up) return std::vector<double>(rank.model.gated ? 2 : 1, rank.ffn);
  const double key = rank.kv_heads * rank.model.head_dim, value = key;
  if (adapters.targets == Targets::query_value) return {rank.query_width(), value};
  return {rank.query_width(), key, value};
}

Projection::Projection(const Rank& rank, Matrix matrix, Linear base)
    : split_by_rows_(matrix == Matrix::attention_out || matrix == Matrix::down),
      base_(frozen(rank, base)),
      adapted_outputs_(adapted_outputs(rank, matrix)),
      rank_(rank.model.adapters.rank),
      element_bytes_(rank.element_bytes),
      dropout_(rank.model.adapters.dropout) {}

void Projection::append_forward(std::vector<Kernel>& kernels) const {
  if (split_by_rows_) append_adapters_forward(kernels);
  base_.append_forward(kernels);
  if (!split_by_rows_) append_adapters_forward(kernels);
}

void Projection::append_backward(std::vector<Kernel>& kernels) const {
  if (!split_by_rows_) append_adapters_backward(kernels);
  base_.append_backward(kernels);
  if (split_by_rows_) append_adapters_backward(kernels);
}

// Dropout reads the input, writes it and its mask. The scale reads and writes what B yields; the sum reads
// that and the base's output and writes.
void Projection::append_adapters_forward(std::vector<Kernel>& kernels) const {
  const Precision p = at_least_16_bit(base_.precision);
  const double in_elements = base_.tokens * base_.in;
  for (const double out : adapted_outputs_) {
    if (dropout_)
      kernels.push_back(memory_bound("adapter dropout", in_elements * (2 * element_bytes_ + mask_bytes)));
    kernels.push_back(gemm("adapter A", base_.tokens, rank_, base_.in, p));
    kernels.push_back(gemm("adapter B", base_.tokens, out, rank_, p));
    kernels.push_back(memory_bound("adapter scale and sum", 5 * base_.tokens * out * element_bytes_, 2));
  }
}

// The gradient is scaled, both matrices have two products each, and the input's gradient is added to the
// base's, through the mask with dropout.
void Projection::append_adapters_backward(std::vector<Kernel>& kernels) const {
  const Precision p = at_least_16_bit(base_.precision);
  const double in_elements = base_.tokens * base_.in;
  for (const double out : adapted_outputs_) {
    kernels.push_back(memory_bound("adapter scale gradient", 2 * base_.tokens * out * element_bytes_));
    kernels.push_back(gemm("adapter B input gradient", base_.tokens, rank_, out, p));
    kernels.push_back(gemm("adapter B weight gradient", rank_, out, base_.tokens, p));
    kernels.back().weight_gradient = true;
    kernels.push_back(gemm("adapter A input gradient", base_.tokens, base_.in, rank_, p));
    kernels.push_back(gemm("adapter A weight gradient", base_.in, rank_, base_.tokens, p));
    kernels.back().weight_gradient = true;
    if (dropout_)
      kernels.push_back(
          memory_bound("adapter dropout gradient", in_elements * (2 * element_bytes_ + mask_bytes)));
    kernels.push_back(memory_bound("adapter input gradient sum", 3 * in_elements * element_bytes_));
  }
}

double block_adapter_parameters(const Rank& rank) {
  double widths = 0;
  for (const Matrix matrix : all_matrices)
    for (const double out : adapted_outputs(rank, matrix)) widths += input_of(rank, matrix) + out;
  return rank.model.adapters.rank * widths;
}

// Biases and norms stay as the activations are.
double frozen_block_bytes(const Rank& rank) {
  double weights = 0;
  for (const Matrix matrix : all_matrices) weights += input_of(rank, matrix) * output_of(rank, matrix);
  return weights * frozen_weight_bytes(rank) + (block_parameters(rank) - weights) * rank.element_bytes;
}

bool keeps_input(const Rank& rank, Matrix matrix) {
  const Adapters& adapters = rank.model.adapters;
  return !adapters.any() || (!adapters.dropout && !adapted_outputs(rank, matrix).empty());
}

double kept_by_adapters(const Rank& rank) {
  const Adapters& adapters = rank.model.adapters;
  double bytes = 0;
  for (const Matrix matrix : all_matrices) {
    const auto count = static_cast<double>(adapted_outputs(rank, matrix).size());
    const double read = input_tokens(rank, matrix) * input_of(rank, matrix);
    bytes += count * rank.tokens * adapters.rank * rank.element_bytes;
    if (adapters.dropout) bytes += count * read * (rank.element_bytes + mask_bytes);
  }
  return bytes;
}

double widened_bytes(const Rank& rank) {
  if (!is_widened(rank)) return 0;
  double largest = 0;
  for (const Matrix matrix : all_matrices)
    largest = std::max(largest, input_of(rank, matrix) * output_of(rank, matrix));
  return largest * bytes_of(rank.how.precision);
}

}  // namespace headroom::models::transformer

namespace headroom::models {

double adapter_parameters(const TransformerShape& shape) {
  const ShardShape whole;
  return shape.layers * transformer::block_adapter_parameters(transformer::Rank(shape, whole));
}

}  // namespace headroom::models
