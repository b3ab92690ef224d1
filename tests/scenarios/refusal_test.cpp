// SPDX-License-Identifier: Apache-2.0
// One wrong thing at a time, each with the whole text of its complaint.
#include "tests/catch.hpp"
#include "tests/scenarios/texts.hpp"

using namespace headroom::scenarios::testing;

TEST_CASE("the scenarios of these tests read without complaint") {
  CHECK(complaint_of(training_text) == "read");
  CHECK(complaint_of(collective_text) == "read");
}

TEST_CASE("broken JSON is refused with line and column") {
  CHECK(complaint_of("{\n  \"name\": ,\n}") == "s.json:2:11: expected '[', '{', or a literal, found ','");
  CHECK(complaint_of("{\"name\": \"x\"") == "s.json:1:12: expected '}', found the end of the text");
  CHECK(complaint_of("") == "s.json:1:1: expected '[', '{', or a literal, found the end of the text");
  CHECK(complaint_of("{} x") == "s.json:1:4: expected valid JSON, found invalid literal");
  CHECK(complaint_of("{} 1") == "s.json:1:4: expected nothing more, found number literal");
  CHECK(complaint_of("{\"seed\": NaN}") == "s.json:1:10: expected valid JSON, found invalid literal");
  CHECK(complaint_of("{\"seed\": 1e999}") == "s.json:1:15: expected a number, found a number too large");
}

TEST_CASE("a scenario is an object") {
  CHECK(complaint_of("[1]") == "s.json:1:1: expected a scenario (an object), found an array");
}

TEST_CASE("a key that is there twice is refused") {
  CHECK(complaint_of("{\"seed\": 1,\n \"seed\": 2}") ==
        "s.json:2:2: seed: expected each key once, found it a second time");
}

TEST_CASE("an unknown key is refused with the nearest") {
  CHECK(complaint_of(with(training_text, "\"servers\"", "\"serverss\"")) ==
        "s.json:4:37: cluster.serverss: expected a key of cluster, found \"serverss\" (nearest: server, "
        "servers)");
  CHECK(
      complaint_of(with(training_text, "\"sequence\"", "\"tensor\"")) ==
      "s.json:6:62: workload.tensor: expected a key of workload, found \"tensor\" (nearest: layout.tensor)");
  CHECK(complaint_of(with(training_text, "\"seed\"", "\"zzzzzz\"")) ==
        "s.json:9:3: zzzzzz: expected a key of a scenario, found \"zzzzzz\"");
}

TEST_CASE("a bandwidth without a unit is refused, as a number and as a text") {
  CHECK(complaint_of(with(training_text, "\"200 Gbit/s\"", "200")) ==
        "s.json:5:59: cluster.fabric.link: expected a bandwidth such as \"200 Gbit/s\", found 200: unit "
        "missing");
  CHECK(complaint_of(with(training_text, "200 Gbit/s", "200")) ==
        "s.json:5:59: cluster.fabric.link: expected a bandwidth such as \"200 Gbit/s\" or \"25 GB/s\", found "
        "\"200\"");
}

TEST_CASE("a unit of another kind is refused") {
  CHECK(complaint_of(with(training_text, "4 years", "4 GiB")) ==
        "s.json:8:64: economics.depreciation: expected a time such as \"3.5 us\", \"2 h\" or \"30 days\", "
        "found "
        "\"4 GiB\"");
}

TEST_CASE("a value of another type is refused") {
  CHECK(complaint_of(with(training_text, "\"seed\": 7", "\"seed\": \"7\"")) ==
        "s.json:9:11: seed: expected a whole number from 0 to 9007199254740992, found \"7\"");
  CHECK(complaint_of(with(training_text, "\"seed\": 7", "\"seed\": null")) ==
        "s.json:9:11: seed: expected a whole number from 0 to 9007199254740992, found null");
  CHECK(complaint_of(with(training_text, "\"seed\": 7", "\"fold\": 1")) ==
        "s.json:9:11: fold: expected true or false, found 1");
  CHECK(complaint_of(with(training_text, "\"seed\": 7", "\"layout\": 7")) ==
        "s.json:9:3: layout: expected each key once, found it a second time");
  CHECK(complaint_of("{\"cluster\": 3}") == "s.json:1:13: cluster: expected an object, found 3");
}

TEST_CASE("a value out of range is refused, whole numbers that are not whole too") {
  CHECK(complaint_of(with(training_text, "\"servers\": 2", "\"servers\": 0")) ==
        "s.json:4:48: cluster.servers: expected a whole number from 1 to 1000000, found 0");
  CHECK(complaint_of(with(training_text, "\"servers\": 2", "\"servers\": -3")) ==
        "s.json:4:48: cluster.servers: expected a whole number from 1 to 1000000, found -3");
  CHECK(complaint_of(with(training_text, "\"servers\": 2", "\"servers\": 1e12")) ==
        "s.json:4:48: cluster.servers: expected a whole number from 1 to 1000000, found 1000000000000");
  CHECK(complaint_of(with(training_text, "\"servers\": 2", "\"servers\": 2.5")) ==
        "s.json:4:48: cluster.servers: expected a whole number from 1 to 1000000, found 2.5");
  CHECK(complaint_of(with(training_text, "\"servers\": 2", "\"servers\": 1000000")) ==
        "s.json:4:48: cluster.servers: expected at most 1000000 accelerators in all, found 1000000");
}

TEST_CASE("an unknown choice is refused with the nearest") {
  CHECK(complaint_of(with(training_text, "infiniband", "infinband")) ==
        "s.json:5:86: cluster.fabric.transport: expected one of tcp, roce, infiniband, efa, found "
        "\"infinband\" "
        "(nearest: infiniband)");
}

TEST_CASE("unknown names of the catalogue are refused with near ones") {
  CHECK_THAT(
      complaint_of(with(training_text, "dgx_a100", "dgx_a10")),
      Catch::Matchers::StartsWith("s.json:4:25: cluster.server: unknown server \"dgx_a10\"; near: dgx_a100"));
  CHECK_THAT(
      complaint_of(with(training_text, "llama-2-7b-hf", "llama-2-7b-hff")),
      Catch::Matchers::StartsWith("s.json:6:45: workload.model: unknown model \"llama-2-7b-hff\"; near: "));
  CHECK_THAT(
      complaint_of(training_text, {"cluster.accelerator=h100"}),
      Catch::Matchers::StartsWith(
          "--set cluster.accelerator=h100: cluster.accelerator: unknown accelerator \"h100\"; near: "));
}

TEST_CASE("what is missing is named") {
  CHECK(complaint_of("{}") ==
        "s.json:1:1: workload.kind: expected one of training, collective, found nothing");
  CHECK(complaint_of("{\"workload\": {\"kind\": \"collective\"}}") ==
        "s.json:1:1: cluster.server: expected the name of a server, found nothing");
}

TEST_CASE("several servers need a fabric") {
  CHECK(complaint_of(training_text, {"cluster.fabric.kind=none"}) ==
        "--set cluster.fabric.kind=none: cluster.fabric.kind: expected a fabric that joins 2 servers, found "
        "none");
}

TEST_CASE("fields of another kind of question are refused") {
  CHECK(complaint_of(collective_text, {"layout.tensor=2"}) ==
        "--set layout.tensor=2: layout.tensor: expected nothing here in a collective question, found 2");
  CHECK(complaint_of(training_text, {"workload.bytes=1 GiB"}) ==
        "--set workload.bytes=1 GiB: workload.bytes: expected nothing here in a training question, found 1 "
        "GiB");
}

TEST_CASE("a layout that cannot be is refused with its place") {
  CHECK_THAT(complaint_of(training_text, {"layout.tensor=3", "layout.pipeline=8"}),
             Catch::Matchers::StartsWith("--set layout.tensor=3: layout: "));
  CHECK(complaint_of(training_text, {"layout.data=4"}) ==
        "--set layout.data=4: layout.data: expected 2 (16 accelerators / (tensor 4 x context 1 x pipeline "
        "2)), found 4");
  CHECK(complaint_of(training_text, {"layout.global_batch=1000000000"}) ==
        "--set layout.global_batch=1000000000: layout.global_batch: expected at most 20000000 forward passes "
        "through layers to simulate, found 17000000000");
}

TEST_CASE("slow accelerators are among those that are there, and never folded away") {
  CHECK(complaint_of(training_text, {"cluster.slow.accelerators=[3]"}) ==
        "s.json:1:1: cluster.slow.speed: expected a number from 0.001 to 1, found nothing");
  CHECK(complaint_of(training_text, {"cluster.slow.speed=0.5"}) ==
        "s.json:1:1: cluster.slow.accelerators: expected an array of whole numbers from 0 to 1000000, found "
        "nothing");
  const auto slow = [](const std::string& numbers, std::vector<std::string> more) {
    more.push_back("cluster.slow={\"accelerators\":" + numbers + ",\"speed\":0.5}");
    return complaint_of(training_text, more);
  };
  CHECK_THAT(slow("[16]", {}), Catch::Matchers::EndsWith("expected numbers from 0 to 15, found 16"));
  CHECK_THAT(slow("[4, 4]", {}), Catch::Matchers::EndsWith("expected each number once, found 4 twice"));
  CHECK_THAT(
      slow("[4]", {"fidelity=analytic"}),
      Catch::Matchers::EndsWith("expected fluid or message where accelerators are slow, found analytic"));
  // 1,024 of them
  std::vector<std::string> large{"cluster.servers=128", "cluster.fabric.kind=leaf-spine",
                                 "layout.global_batch=128"};
  CHECK_THAT(slow("[4]", large), Catch::Matchers::Contains("expected fold = false (--no-fold)"));
  large.emplace_back("fold=false");
  CHECK(slow("[4]", large) == "read");
}

TEST_CASE("a model with parts that are not simulated is not passed off as a dense one") {
  CHECK_THAT(complaint_of(training_text, {"workload.model=nemotron-h-56b"}),
             Catch::Matchers::Contains(
                 "expected a language model of uniform blocks, BERT, a vision transformer, a convolutional "
                 "network or a recommender, found nemotron-h-56b"));
}

TEST_CASE("hostile sizes are refused quickly") {
  CHECK_THAT(complaint_of(std::string(100000, '[')),
             Catch::Matchers::Contains("at most 32 levels of nesting"));
  std::string keys = "{";
  for (int i = 0; i < 20000; ++i) keys += "\"k" + std::to_string(i) + "\":0,";
  CHECK_THAT(complaint_of(keys), Catch::Matchers::Contains("at most 1000 entries"));
}

TEST_CASE("a complaint is one printable line whatever the text") {
  const std::string wild = "{\"a\\n\\u001b[31m" + std::string(5000, 'x') + "\": 1}";
  const std::string complaint = complaint_of(wild);
  CHECK(complaint.size() < 600);
  for (const char c : complaint) CHECK(static_cast<unsigned char>(c) >= 0x20);
}
