// SPDX-License-Identifier: Apache-2.0
// A kernel is a shape; its time depends on the accelerator (see kernel_time.hpp).
#pragma once
#include "models/catalogue/precision.hpp"

namespace headroom::models {

enum class KernelKind {
  gemm,         // batch x (m x k) * (k x n)
  attention,    // fused (flash) attention, see fields
  convolution,  // implicit GEMM: m = output pixels x images, n = output channels, k = input channels x window
  memory_bound,  // reads and writes `memory_bytes`, negligible arithmetic
};

// What runs on one accelerator in one launch (or `launches` of them back to back). FLOP counts are those that
// the hardware executes: 2 per multiply-add.
struct Kernel {
  KernelKind kind = KernelKind::memory_bound;
  const char* name = "";  // static text: "qkv", "attention", "mlp up", ...
  Precision precision = Precision::bf16;
  double m = 0, n = 0, k = 0, batch = 1;  // gemm, convolution
  // attention: m = query tokens, n = key tokens, k = head dimension, batch = sequences x query heads on this
  // rank
  double group = 1;  // attention: query heads that share one key/value head
  bool causal = false;
  bool backward =
      false;  // attention, convolution: the backward kernel (2.5 resp. 2 times the forward's FLOPs)
  bool weight_gradient = false;  // only the optimiser waits for what it yields
  double flops = 0;              // arithmetic of this kernel, all launches
  double memory_bytes = 0;       // compulsory traffic to device memory, all launches
  int launches = 1;
};

// Constructors that fill flops and memory_bytes. Sizes in elements.
[[nodiscard]] Kernel gemm(const char* name, double m, double n, double k, Precision p, double batch = 1);
// Attention of `sequences` x `heads` query heads with `kv_heads` key/value heads. Causal attention does half
// the scores (s/2 per query, FlashAttention's count). Grouped heads change the bytes, not the FLOPs.
[[nodiscard]] Kernel attention(double sequences, double query_tokens, double key_tokens, double heads,
                               double kv_heads, double head_dim, bool causal, bool backward, Precision p);
// So many launches of it, back to back.
[[nodiscard]] Kernel repeated(Kernel kernel, int launches);
[[nodiscard]] Kernel memory_bound(const char* name, double bytes, int launches = 1);
[[nodiscard]] Kernel convolution(const char* name, double images, double out_pixels, double in_channels,
                                 double out_channels, double window, double in_pixels, bool backward,
                                 Precision p);

}  // namespace headroom::models
