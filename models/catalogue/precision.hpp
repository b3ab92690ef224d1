// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace headroom::models {

// Number format of matrix products.
enum class Precision { fp32, tf32, fp16, bf16, fp8, fp4, int8 };
[[nodiscard]] const char* to_string(Precision p);
[[nodiscard]] double bytes_of(Precision p);

}  // namespace headroom::models
