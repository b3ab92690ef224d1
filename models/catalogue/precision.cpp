// SPDX-License-Identifier: Apache-2.0
#include "models/catalogue/precision.hpp"

namespace headroom::models {

const char* to_string(Precision p) {
  switch (p) {
    case Precision::fp32:
      return "fp32";
    case Precision::tf32:
      return "tf32";
    case Precision::fp16:
      return "fp16";
    case Precision::bf16:
      return "bf16";
    case Precision::fp8:
      return "fp8";
    case Precision::fp4:
      return "fp4";
    case Precision::int8:
      return "int8";
  }
  return "";
}

double bytes_of(Precision p) {
  switch (p) {
    case Precision::fp32:
    case Precision::tf32:
      return 4;  // stored as fp32
    case Precision::fp16:
    case Precision::bf16:
      return 2;
    case Precision::fp8:
    case Precision::int8:
      return 1;
    case Precision::fp4:
      return 0.5;
  }
  return 0;
}

}  // namespace headroom::models
