// SPDX-License-Identifier: Apache-2.0
// A small training job on a small cluster, to be varied by the tests.
#pragma once
#include <string>

#include "models/training/step.hpp"
#include "sim/error.hpp"

namespace headroom::models::test {

inline Accelerator toy_accelerator() {
  Accelerator a;
  a.id = "toy";
  a.architecture = "Ampere";
  a.peak_flops[static_cast<std::size_t>(Precision::bf16)] = 300e12;
  a.memory_bytes = 80e9;
  a.memory_bytes_per_second = 2e12;
  a.multiprocessors = 108;
  return a;
}

// Eight accelerators behind one switch, a NIC each.
inline topologies::ServerDescription toy_server(int accelerators = 8) {
  topologies::ServerDescription s;
  s.name = "toy";
  s.accelerators = accelerators;
  s.sockets = accelerators > 1 ? 2 : 1;
  s.accelerators_per_pcie_switch = accelerators > 1 ? 2 : 1;
  s.pcie_bytes_per_second = 31e9;
  s.pcie_latency_seconds = 1e-6;
  s.socket_bytes_per_second = 30e9;
  s.socket_latency_seconds = 1e-6;
  s.host_memory_bytes_per_second = 150e9;
  s.scale_up = topologies::ScaleUp::switched;
  s.scale_up_bytes_per_second = 300e9;
  s.scale_up_latency_seconds = 1e-6;
  s.nics = accelerators;
  s.nic_bytes_per_second = 25e9;
  return s;
}

inline topologies::FabricDescription toy_fabric() {
  topologies::FabricDescription f;
  f.kind = topologies::FabricKind::single_switch;
  f.link_bytes_per_second = 25e9;
  f.switch_ports = 512;
  f.switch_latency_seconds = 5e-7;
  f.cable_latency_seconds = 1e-8;
  return f;
}

inline TransformerShape toy_shape() {
  TransformerShape s;
  s.name = "toy";
  s.layers = 8;
  s.hidden = 2048;
  s.heads = 16;
  s.kv_heads = 16;
  s.head_dim = 128;
  s.ffn = 8192;
  s.vocabulary = 32000;
  s.sequence = 2048;
  return s;
}

// Toy models have small kernels: their host must be quick for the device to be busy.
constexpr double quick_host_seconds = 5e-6;

inline TrainingJob toy_job(int tensor, int pipeline, int data, int microbatches) {
  TrainingJob job;
  job.network = make_transformer(toy_shape());
  job.accelerator = toy_accelerator();
  job.compute = compute_profile(job.accelerator);
  job.software.profile.host_seconds_per_kernel = quick_host_seconds;
  job.layout.tensor = tensor;
  job.layout.pipeline = pipeline;
  job.layout.data = data;
  job.layout.global_batch = static_cast<double>(microbatches) * data;
  job.layout.sequence_parallel = tensor > 1;
  return job;
}

inline topologies::Cluster toy_cluster(int servers, int accelerators = 8) {
  return {toy_server(accelerators), servers, toy_fabric()};
}

// What check_layout says of a layout of all its accelerators; empty: it is legal.
inline std::string complaint(const Layout& layout, const Network& network) {
  try {
    check_layout(layout, network, layout.accelerators());
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// Folded, however few ranks there are and whether that is exact; or rank by rank.
inline double seconds_at(Fidelity fidelity, const topologies::Cluster& cluster, TrainingJob job,
                         bool fold = true) {
  job.fidelity = fidelity;
  job.fold = fold;
  job.unfold_up_to_ranks = 0;
  return simulate_step(cluster, job).step_seconds;
}

}  // namespace headroom::models::test
