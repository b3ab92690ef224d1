// SPDX-License-Identifier: Apache-2.0
// Records as files write them, and what validate() says about changed ones.
#pragma once
#include <string>
#include <vector>

#include "scenarios/validate/validate.hpp"
#include "tests/scenarios/texts.hpp"

namespace headroom::scenarios::testing {

inline const std::string llm_record = R"({"id": "llm", "kind": "dense-llm", "task": "pretrain",
  "source": {"title": "A paper", "repo": "a/paper"},
  "model": {"name": "GPT 1B", "layers": 8, "hidden": 2048, "heads": 16, "ffn": 8192, "vocab": 51200, "seq": 1024},
  "machine": {"accelerator": "a100_sxm_80", "accelerators": 16, "servers": 2, "per_server": 8, "server_size": 8,
    "scale_up": {"kind": "nvswitch", "generation": "nvlink3", "domain": 8},
    "network": {"kind": "infiniband", "ports_per_server": 8, "gbit_per_port": 200}, "mixed": []},
  "layout": {"tensor": 2, "pipeline": 2, "context": 1, "data": 4, "zero_stage": 1, "shard_group": 4},
  "batch": {"global": 64, "micro": 2, "accumulation": 8},
  "precision": {"compute": "bf16"}, "recompute": "none", "software": {"framework": "megatron-lm", "year": 2023},
  "observed": {"quantity": "iteration_s", "value": 0.5, "scope": "job"}, "usable": true})";

inline const std::string cnn_record = R"({"id": "cnn", "kind": "cnn", "source": {"title": "A table"},
  "model": {"name": "ResNet-50 v1.5", "params": 25600000, "fwd_macs_per_image": 4100000000},
  "machine": {"accelerator": "v100_sxm2_16", "accelerators": 8, "servers": 1, "per_server": 8, "server_size": 8,
    "scale_up": {"kind": "nvlink_mesh", "generation": "nvlink2", "domain": 8}, "network": {"kind": "none"}},
  "layout": {"tensor": 1, "pipeline": 1, "data": 8}, "batch": {"global": 2048, "micro": null, "accumulation": 1},
  "precision": {"compute": "fp16"}, "software": {"framework": "mxnet", "year": 2019},
  "observed": {"quantity": "samples_per_s", "value": 9000, "scope": "all_accelerators"}})";

inline const std::string collective_record = R"({"id": "sweep", "kind": "collective", "op": "all_reduce",
  "source": {"where": "github:a/tests@123 : log.txt"}, "hardware": {"intra": "NVSwitch"},
  "machine": {"accelerator": "h100_sxm", "count": 8, "nodes": 1,
    "scale_up": {"kind": "nvswitch", "generation": "nvlink4", "domain": 8}, "network": {"kind": "none"}},
  "software_generation": {"library": "nccl"}, "launch": "multi_process", "use": "calibration",
  "points": [{"bytes": 1024, "time_us": 20.0}, {"bytes": 1073741824, "time_us": 4000.0}, {"what": "no size"}]})";

inline const std::string gemm_record = R"({"id": "products", "kind": "gemm", "op": "gemm", "dtype": "bf16",
  "source": {"where": "github:a/gemms"}, "machine": {"accelerator": "h100_sxm"},
  "software_generation": {"library": "cublas_graph"},
  "points": [{"m": 4096, "n": 4096, "k": 4096, "time_us": 200.0, "tflops": 687}]})";

inline std::string file_of(const char* kind, const std::vector<std::string>& records) {
  std::string text = std::string(R"({"schema": "headroom-truth-1", "kind": ")") + kind + R"(", "records": [)";
  for (std::size_t i = 0; i < records.size(); ++i) text += (i == 0 ? "" : ",\n") + records[i];
  return text + "]}";
}

inline std::vector<validation::Outcome> outcomes_of(const char* kind,
                                                    const std::vector<std::string>& records) {
  return validation::predict_records({validation::parse_record_file(file_of(kind, records), "test.json")},
                                     models::Catalogue::built_in());
}

inline validation::Outcome outcome_of(const char* kind, const std::string& record) {
  return outcomes_of(kind, {record}).front();
}

}  // namespace headroom::scenarios::testing
