// SPDX-License-Identifier: Apache-2.0
#include "models/compute/kernel.hpp"

#include <algorithm>

namespace headroom::models {

namespace {

// Products of formats narrower than 16 bit are written in 16 bit.
double output_bytes(Precision p) {
  return std::max(bytes_of(p), 2.0);
}

}  // namespace

Kernel gemm(const char* name, double m, double n, double k, Precision p, double batch) {
  Kernel kernel{
      .kind = KernelKind::gemm, .name = name, .precision = p, .m = m, .n = n, .k = k, .batch = batch};
  kernel.flops = 2 * m * n * k * batch;
  kernel.memory_bytes = batch * ((m * k + k * n) * bytes_of(p) + m * n * output_bytes(p));
  return kernel;
}

// FLOPs: two products of 2 * scores * head_dim forward; causal masking halves them; the backward pass has
// five products where the forward pass has two, hence 2.5 times (Dao, FlashAttention-2, arXiv:2307.08691,
// section 4.1). Bytes: the kernel is fused, so scores never reach memory (Dao et al., FlashAttention,
// arXiv:2205.14135, section 3). Forward reads Q, K, V and writes O and one fp32 log-sum-exp per query and
// head; backward reads these and dO, and writes dQ, dK, dV.
Kernel attention(double sequences, double query_tokens, double key_tokens, double heads, double kv_heads,
                 double head_dim, bool causal, bool backward, Precision p) {
  Kernel kernel{.kind = KernelKind::attention,
                .name = "attention",
                .precision = p,
                .m = query_tokens,
                .n = key_tokens,
                .k = head_dim,
                .batch = sequences * heads,
                .group = heads / kv_heads,
                .causal = causal,
                .backward = backward};
  // A causal query sees the keys up to its own position, the last query all of them (decoding: m = 1 sees n).
  const double seen_by_masked = std::min(query_tokens, key_tokens) / 2;
  const double keys_per_query = causal ? key_tokens - seen_by_masked : key_tokens;
  kernel.flops = 4 * sequences * heads * query_tokens * keys_per_query * head_dim * (backward ? 2.5 : 1);
  const double query_side = sequences * heads * query_tokens * head_dim * bytes_of(p);
  const double key_side = sequences * kv_heads * key_tokens * head_dim * bytes_of(p);
  const double log_sum_exp = sequences * heads * query_tokens * bytes_of(Precision::fp32);
  kernel.memory_bytes = (2 * query_side + 2 * key_side) * (backward ? 2 : 1) + log_sum_exp;
  return kernel;
}

Kernel repeated(Kernel kernel, int launches) {
  kernel.flops *= launches;
  kernel.memory_bytes *= launches;
  kernel.launches *= launches;
  return kernel;
}

Kernel memory_bound(const char* name, double bytes, int launches) {
  return {.kind = KernelKind::memory_bound, .name = name, .memory_bytes = bytes, .launches = launches};
}

// Implicit GEMM (Chetlur et al., cuDNN, arXiv:1410.0759, section 3). Backward is two products of the
// forward's FLOPs: the gradient of the input (reads dY and W, writes dX) and that of the weights (reads dY
// and X, writes dW).
Kernel convolution(const char* name, double images, double out_pixels, double in_channels,
                   double out_channels, double window, double in_pixels, bool backward, Precision p) {
  Kernel kernel{.kind = KernelKind::convolution,
                .name = name,
                .precision = p,
                .m = images * out_pixels,
                .n = out_channels,
                .k = in_channels * window,
                .backward = backward,
                .launches = backward ? 2 : 1};
  kernel.flops = 2 * kernel.m * kernel.n * kernel.k * kernel.launches;
  const double input = images * in_pixels * in_channels;
  const double output = images * out_pixels * out_channels;
  const double weights = in_channels * window * out_channels;
  kernel.memory_bytes = (input + output + weights) * (backward ? 2 : 1) * bytes_of(p);
  return kernel;
}

}  // namespace headroom::models
