// SPDX-License-Identifier: Apache-2.0
#include "models/compute/kernel.hpp"

#include "tests/catch.hpp"

namespace headroom::models {

TEST_CASE("A matrix product does 2 m n k FLOPs and reads and writes each matrix once") {
  const Kernel kernel = gemm("product", 3, 5, 7, Precision::bf16, 11);
  CHECK(kernel.flops == 2 * 3 * 5 * 7 * 11);
  CHECK(kernel.memory_bytes == 11 * 2 * (3 * 7 + 7 * 5 + 3 * 5));
}

TEST_CASE("A product of 8-bit matrices is written in 16 bit") {
  CHECK(gemm("product", 3, 5, 7, Precision::fp8).memory_bytes == 3 * 7 + 7 * 5 + 2 * 3 * 5);
}

TEST_CASE("Llama-3 70B attention costs 32,768 FLOPs per context token and layer: 4 x 64 heads x 128") {
  const double context = 1000;
  for (const double kv_heads : {64.0, 8.0, 1.0}) {
    CHECK(attention(1, 1, context, 64, kv_heads, 128, false, false, Precision::bf16).flops ==
          32768 * context);
  }
}

TEST_CASE("Grouped key/value heads change the bytes of attention by exactly their share") {
  const Kernel all = attention(2, 64, 64, 8, 8, 128, false, false, Precision::bf16);
  const Kernel grouped = attention(2, 64, 64, 8, 2, 128, false, false, Precision::bf16);
  CHECK(grouped.flops == all.flops);
  CHECK(all.memory_bytes - grouped.memory_bytes == 2 * (8 - 2) * 64 * 128 * 2 * 2);
}

TEST_CASE("Causal attention over as many keys as queries does half the scores") {
  for (const bool backward : {false, true}) {
    const Kernel full = attention(3, 4096, 4096, 32, 8, 128, false, backward, Precision::bf16);
    const Kernel causal = attention(3, 4096, 4096, 32, 8, 128, true, backward, Precision::bf16);
    CHECK(causal.flops == full.flops / 2);
    CHECK(causal.memory_bytes == full.memory_bytes);
  }
}

TEST_CASE("A causal chunk at the end of a longer context sees all that came before") {
  const double chunk = 256, before = 1792;
  const Kernel kernel = attention(1, chunk, before + chunk, 1, 1, 64, true, false, Precision::bf16);
  CHECK(kernel.flops == 4 * 64 * (chunk * before + chunk * chunk / 2));
}

TEST_CASE("The backward pass of attention does 2.5 times the FLOPs of the forward pass") {
  const Kernel forward = attention(1, 128, 128, 4, 4, 64, false, false, Precision::fp16);
  const Kernel backward = attention(1, 128, 128, 4, 4, 64, false, true, Precision::fp16);
  CHECK(backward.flops == 2.5 * forward.flops);
  const double log_sum_exp = 4 * 128 * 4;
  CHECK(backward.memory_bytes - log_sum_exp == 2 * (forward.memory_bytes - log_sum_exp));
}

TEST_CASE("ResNet-50's first convolution does 118,013,952 multiply-adds per image") {
  const Kernel forward = convolution("conv1", 1, 112 * 112, 3, 64, 49, 224 * 224, false, Precision::fp16);
  CHECK(forward.flops == 2 * 118013952.0);
  CHECK(forward.memory_bytes == 2 * (224 * 224 * 3 + 112 * 112 * 64 + 3 * 49 * 64));
  CHECK(forward.launches == 1);
}

TEST_CASE("A convolution's backward pass is two launches of the forward pass's FLOPs") {
  const Kernel forward = convolution("c", 8, 196, 256, 256, 9, 196, false, Precision::fp16);
  const Kernel backward = convolution("c", 8, 196, 256, 256, 9, 196, true, Precision::fp16);
  CHECK(backward.flops == 2 * forward.flops);
  CHECK(backward.launches == 2);
}

}  // namespace headroom::models
