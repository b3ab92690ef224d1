// SPDX-License-Identifier: Apache-2.0
// What reading yields: values in SI units, defaults, what follows from other fields.
#include "tests/catch.hpp"
#include "tests/scenarios/texts.hpp"

using namespace headroom;
using namespace headroom::scenarios;
using namespace headroom::scenarios::testing;

TEST_CASE("a training scenario becomes plain values in SI units") {
  const Scenario s = read_first(training_text);
  CHECK(s.name == "small");
  CHECK(s.seed == 7);
  CHECK(s.cluster.server_id == "dgx_a100");
  CHECK(s.cluster.servers == 2);
  CHECK(s.cluster.server.accelerators == 8);
  CHECK(s.cluster.fabric.link_bytes_per_second == 25e9);
  CHECK(s.cluster.fabric.switch_ports == 40);  // QM8700, the catalogue's 200 Gbit/s InfiniBand switch
  CHECK(s.cluster.fabric_name == "single switch, 200 Gbit/s InfiniBand");
  CHECK(s.economics.electricity_usd_per_joule == Approx(0.12 / 3.6e6));
  CHECK(s.economics.depreciation_seconds == 4 * 365 * 86400.0);
  const auto& training = std::get<TrainingWorkload>(s.workload);
  CHECK(training.network->parameters() == 6738415616.0);
  CHECK(training.layout.data == 2);
  CHECK(training.layout.microbatches() == 8);
  CHECK(training.run_units == 1e9);
  CHECK(training.states.moments == 8);
}

TEST_CASE("a collective scenario lists its sizes") {
  const Scenario s = read_first(collective_text);
  const auto& collective = std::get<CollectiveWorkload>(s.workload);
  CHECK(collective.bytes == std::vector<double>{8, 1073741824});
  CHECK(collective.ranks == 4);
  CHECK(s.name == "s");  // of the file
}

TEST_CASE("the global batch is one microbatch for each data-parallel rank unless given") {
  const std::string text = with(training_text, ", \"global_batch\": 16", "");
  CHECK(std::get<TrainingWorkload>(read_first(text).workload).layout.global_batch == 2);
}

TEST_CASE("the command line wins over the file") {
  const Scenario s = read_first(training_text, {"cluster.servers=4", "cluster.fabric.link=400 Gbit/s",
                                                "cluster.nic_speed=400 Gbit/s", "workload.precision=fp16"});
  CHECK(s.cluster.servers == 4);
  CHECK(s.cluster.fabric.link_bytes_per_second == 50e9);
  CHECK(s.cluster.server.nic_bytes_per_second == 50e9);
  CHECK(std::get<TrainingWorkload>(s.workload).precision == models::Precision::fp16);
  CHECK(complaint_of(training_text, {"cluster.serverz=4"}) ==
        "--set cluster.serverz=4: cluster.serverz: expected a key of cluster, found \"serverz\" (nearest: "
        "server, "
        "servers)");
  CHECK(complaint_of(training_text, {"cluster.servers"}) ==
        "--set: expected path=value, found \"cluster.servers\"");
}

TEST_CASE("every choice is the enumeration's value of the same name") {
  const auto fabric = [](const char* kind) {
    return read_first(training_text, {std::string("cluster.fabric.kind=") + kind}).cluster.fabric.kind;
  };
  CHECK(fabric("single-switch") == topologies::FabricKind::single_switch);
  CHECK(fabric("leaf-spine") == topologies::FabricKind::leaf_spine);
  CHECK(fabric("fat-tree-2") == topologies::FabricKind::fat_tree_2);
  CHECK(fabric("fat-tree-3") == topologies::FabricKind::fat_tree_3);
  CHECK(fabric("rail-optimised") == topologies::FabricKind::rail_optimised);
  CHECK(fabric("rail-only") == topologies::FabricKind::rail_only);
  for (const std::string name : {"fp32", "tf32", "fp16", "bf16", "fp8", "fp4", "int8"}) {
    const Scenario s = read_first(training_text, {"workload.precision=" + name});
    CHECK(to_string(std::get<TrainingWorkload>(s.workload).precision) == name);
  }
  for (const std::string name : {"all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast"}) {
    const Scenario s = read_first(collective_text, {"workload.operation=" + name});
    std::string shown = to_string(std::get<CollectiveWorkload>(s.workload).operation);
    std::replace(shown.begin(), shown.end(), '-', '_');
    CHECK(shown == name);
  }
  for (const std::string name : {"ring", "tree", "nvls", "pat", "direct"}) {
    const Scenario s = read_first(collective_text, {"workload.algorithm=" + name});
    std::string shown = to_string(std::get<CollectiveWorkload>(s.workload).options.algorithm);
    std::transform(shown.begin(), shown.end(), shown.begin(),
                   [](char c) { return static_cast<char>(std::tolower(c)); });
    CHECK(shown == name);
  }
  for (const std::string name : {"analytic", "fluid", "message"}) {
    CHECK(to_string(read_first(collective_text, {"fidelity=" + name}).fidelity) == name);
  }
  for (const std::string name : {"none", "selective", "full"}) {
    const Scenario s = read_first(training_text, {"layout.recomputation=" + name});
    CHECK(to_string(std::get<TrainingWorkload>(s.workload).layout.recomputation) == name);
  }
}

TEST_CASE("without NVLink a server is left with PCIe") {
  const Scenario s = read_first(collective_text, {"cluster.scale_up=none"});
  CHECK(s.cluster.server.scale_up == topologies::ScaleUp::none);
  CHECK(s.cluster.server.scale_up_bytes_per_second == 0);
}

TEST_CASE("a model can be given by its dimensions, or as another with changes") {
  const std::string inline_model = with(
      training_text, "\"llama-2-7b-hf\"",
      R"({"layers": 32, "hidden": 4096, "heads": 32, "ffn": 11008, "vocabulary": 32000, "gated": true})");
  CHECK(std::get<TrainingWorkload>(read_first(inline_model).workload).network->parameters() == 6738415616.0);
  const std::string half =
      with(training_text, "\"llama-2-7b-hf\"", R"({"like": "llama-2-7b-hf", "layers": 16})");
  CHECK(std::get<TrainingWorkload>(read_first(half).workload).network->layer_count() == 16);
  CHECK(complaint_of(
            with(training_text, "\"llama-2-7b-hf\"", R"({"layers": 32, "hidden": 4096, "heads": 32})")) ==
        "s.json:1:1: workload.model.vocabulary: expected a whole number from 1 to 100000000, found nothing");
}

TEST_CASE("image models train with SGD and count samples") {
  const std::vector<std::string> images = {"workload.model=resnet50", "workload.samples=1.28M",
                                           "workload.epochs=90", "layout.tensor=1", "layout.pipeline=1"};
  const std::string text = with(training_text, ", \"sequence\": 4096, \"tokens\": \"1B\"", "");
  const auto training = std::get<TrainingWorkload>(read_first(text, images).workload);
  CHECK(training.run_units == Approx(1.28e6 * 90));
  CHECK(training.states.moments == 4);
}

TEST_CASE("adapters are read with the model, and only they are trained") {
  const std::vector<std::string> rank = {"workload.adapters.rank=8"};
  const auto network = [](const std::vector<std::string>& overrides) {
    return std::get<TrainingWorkload>(read_first(training_text, overrides).workload).network;
  };
  // Llama-2-7B, rank 8, queries and values: 4,194,304 (arXiv:2106.09685).
  CHECK(network(rank)->parameters() == 6738415616.0 + 4194304);
  CHECK(network({"workload.adapters.rank=16", "workload.adapters.targets=all"})->parameters() ==
        6738415616.0 + 39976960);
  const models::ShardShape how;
  CHECK(network({"workload.adapters.rank=8", "workload.adapters.base=nf4"})->layer(0, how).frozen_bytes <
        network(rank)->layer(0, how).frozen_bytes);
  CHECK(complaint_of(training_text, {"workload.model=resnet50", "workload.adapters.rank=8"})
            .find("workload.adapters.rank: expected nothing") != std::string::npos);
}

TEST_CASE("the tables of a recommender lie on all accelerators unless told otherwise, which is refused") {
  const std::string text = R"({"cluster": {"server": "dgx_a100"},
    "workload": {"kind": "training", "model": "dlrm-mlperf-tb", "samples": 4e9}, "layout": {"microbatch": 512}})";
  const auto training = std::get<TrainingWorkload>(read_first(text).workload);
  CHECK(training.layout.expert == 8);
  CHECK(training.run_units == 4e9);
  CHECK(training.states.moments == 4);  // of the dense part: SGD with momentum
  CHECK(complaint_of(text, {"layout.expert=4"}).find("expected expert 8") != std::string::npos);
}

TEST_CASE("vision transformers see images, and take neither sequences nor tokens") {
  const std::string text = R"({"cluster": {"server": "dgx_a100"},
    "workload": {"kind": "training", "model": "vit-b-16"}, "layout": {"microbatch": 64}})";
  const auto training = std::get<TrainingWorkload>(read_first(text).workload);
  CHECK(training.network->parameters() == 86567656);
  CHECK(training.network->unit_name() == std::string("images"));
  CHECK(complaint_of(text, {"workload.sequence=512"}).find("expected nothing") != std::string::npos);
}

TEST_CASE("a fabric takes the smallest switch of the catalogue that holds the servers") {
  const std::vector<std::string> roce = {"cluster.fabric.transport=roce", "cluster.fabric.link=400 Gbit/s",
                                         "cluster.nic_speed=400 Gbit/s", "cluster.fabric.kind=fat-tree-2",
                                         "layout.global_batch=256"};
  const auto ports = [&](const char* servers) {
    auto overrides = roce;
    overrides.push_back(std::string("cluster.servers=") + servers);
    return read_first(training_text, overrides).cluster.fabric.switch_ports;
  };
  CHECK(ports("8") == 32);    // Tomahawk 3: 32 ports hold 512 interfaces
  CHECK(ports("256") == 64);  // 2,048 interfaces
}

TEST_CASE("what was given is kept as text by path") {
  const Scenario s = read_first(collective_text);
  CHECK(s.inputs.at("cluster.server") == "dgx_a100");
  CHECK(s.inputs.at("workload.bytes") == "[8 B, 1 GiB]");
  CHECK(s.inputs.count("seed") == 0);
}

TEST_CASE("what can be but is hardly meant is warned of") {
  const auto warnings = [](const std::vector<std::string>& overrides) {
    const auto all = read_first(training_text, overrides).warnings;
    return all.empty() ? std::string() : all.front();
  };
  CHECK(warnings({}).empty());
  CHECK(warnings({"cluster.servers=1", "layout.global_batch=8"}) ==
        "cluster.fabric: one server sends nothing through it, but it is paid for");
  CHECK(warnings({"cluster.fabric.oversubscription=2"}) ==
        "cluster.fabric.oversubscription: 2 changes nothing where switches have no uplinks (a single switch, "
        "200 "
        "Gbit/s InfiniBand)");
  CHECK(warnings({"cluster.fabric.oversubscription=2", "cluster.fabric.kind=leaf-spine"}).empty());
  CHECK(warnings({"cluster.fabric.link=400 Gbit/s"}) ==
        "cluster.fabric.link: 400 Gbit/s carries no more than the interfaces' 200 Gbit/s");
}
