// SPDX-License-Identifier: Apache-2.0
#include "models/catalogue/catalogue.hpp"

#include <filesystem>
#include <fstream>

#include "sim/error.hpp"
#include "tests/catch.hpp"

using namespace headroom::models;
using headroom::topologies::Transport;

namespace {

const Catalogue& facts() {
  return Catalogue::built_in();
}

template <class Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const headroom::Error& error) {
    CHECK(error.failure() == headroom::Failure::bad_input);
    return error.what();
  }
  return "accepted";
}

// A folder of a user's own facts, removed at the end.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / "headroom_catalogue_test") {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directory(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("an accelerator has its published figures in SI units") {
  const Accelerator h100 = facts().accelerator("h100_sxm");
  CHECK(h100.architecture == "Hopper");
  CHECK(h100.peak(Precision::bf16) == 989e12);
  CHECK(h100.peak(Precision::fp8) == 1979e12);
  CHECK_FALSE(h100.peak(Precision::fp4).has_value());
  CHECK(h100.memory_bytes == 80 * 1073741824.0);
  CHECK(h100.memory_bytes_per_second == 3.35e12);
  CHECK(h100.power_watts == 700);
  CHECK(h100.scale_up_bytes_per_second == 450e9);
  CHECK(h100.measured_matmul_flops_bf16 == 794.5e12);
  CHECK(h100.peer_to_peer);
}

TEST_CASE("an RTX 3090 bridge carries 56.25 GB/s each way, not 600, and its driver has no peer-to-peer") {
  const Accelerator card = facts().accelerator("rtx3090");
  CHECK(card.scale_up_bytes_per_second == 56.25e9);
  CHECK_FALSE(card.peer_to_peer);
  CHECK_FALSE(facts().accelerator("rtx4090").peer_to_peer);
  CHECK_FALSE(facts().accelerator("rtx5090").peer_to_peer);
}

TEST_CASE("unknown names are refused with near ones") {
  CHECK(refusal([] { (void)facts().accelerator("h100"); }) ==
        "unknown accelerator \"h100\"; near: h100_sxm, h100_pcie, h100_nvl, h100_sxm_96_500w");
  CHECK(refusal([] { (void)facts().server("dgx_h10"); }).find("dgx_h100") != std::string::npos);
  CHECK(refusal([] { (void)facts().model("llama3-8b"); }).find("near: llama-3-8b") != std::string::npos);
  CHECK(refusal([] { (void)facts().list("acelerator"); }) ==
        "unknown kind of catalogue record \"acelerator\"; near: accelerator");
}

TEST_CASE("every record of every kind can be shown with its sources") {
  for (const auto& kind : Catalogue::kinds())
    for (const auto& id : facts().list(kind)) {
      const std::string text = facts().show(kind, id);
      INFO(text);
      CHECK(text.rfind(kind + ' ' + id + '\n', 0) == 0);
      CHECK(text.find("grade ") != std::string::npos);
    }
  CHECK(facts().show("h100_sxm").find("989 TFLOP/s             stas+aic 2026-08-22") != std::string::npos);
}

TEST_CASE("every accelerator and model of the catalogue can be read") {
  for (const auto& id : facts().list("accelerator")) CHECK(facts().accelerator(id).memory_bytes > 0);
  for (const auto& id : facts().list("model")) CHECK_FALSE(facts().model(id).kind.empty());
}

TEST_CASE("a model has the dimensions of its configuration file") {
  const ModelRecord llama = facts().model("llama-2-7b-hf");
  CHECK(llama.layers == 32);
  CHECK(llama.ffn == 11008);
  CHECK(llama.gated);
  CHECK_FALSE(llama.tied);
  CHECK(llama.parameters == 6738415616.0);
  CHECK(llama.beyond_dense.empty());
  // Left out of the file: as many key/value heads as heads, hidden / heads wide.
  const ModelRecord gpt = facts().model("gpt3-175b");
  CHECK(gpt.kv_heads == 96);
  CHECK(gpt.head_dim == 128);
  CHECK(facts().model("falcon-7b").heads == 71);
  CHECK(facts().model("resnet50").kind == "cnn");
}

TEST_CASE("a model says what the dimensions of a transformer cannot") {
  for (const auto* id : {"mixtral-8x7b", "deepseek-v3", "llama-4-scout", "gpt-oss-120b"})
    CHECK(facts().model(id).beyond_dense.empty());
  // Experts in every other of its layers.
  CHECK(facts().model("llama-4-maverick").beyond_dense ==
        std::vector<std::string>{"expert_layer_interval 2"});
  CHECK_FALSE(facts().model("deepseek-v3.2").beyond_dense.empty());
}

TEST_CASE("switches, NICs and cables are the cheapest that do the job") {
  const auto hdr = facts().switch_for(Transport::infiniband, 40, 25e9);
  REQUIRE(hdr);
  CHECK(hdr->id == "qm8700");
  const auto ethernet = facts().switch_for(Transport::roce, 32, 25e9);
  REQUIRE(ethernet);
  CHECK_FALSE(ethernet->infiniband);
  CHECK_FALSE(facts().switch_for(Transport::infiniband, 4096, 25e9));
  CHECK(facts().nic_for(Transport::infiniband, 25e9)->id == "cx6_hdr");
  CHECK(facts().cable_for(25e9, 3)->id == "dac_200");
  CHECK(facts().cable_for(25e9, 30)->medium == "optical cable");
  CHECK(facts().cable_for(125e6, 30)->id == "cat6a");
  CHECK_FALSE(facts().cable_for(25e9, 5000));
}

TEST_CASE("the usual rent is the median of the offers on demand") {
  const auto rent = facts().usual_rent("h100_sxm");
  REQUIRE(rent);
  int cheaper = 0, dearer = 0;
  for (const auto& offer : facts().rents("h100_sxm"))
    if (offer.terms == "on demand" && offer.provider != "market") {
      cheaper += offer.per_hour.usd < rent->per_hour.usd;
      dearer += offer.per_hour.usd > rent->per_hour.usd;
    }
  CHECK(std::abs(cheaper - dearer) <= 1);
  CHECK_FALSE(facts().usual_rent("rtx3090"));
}

TEST_CASE("reserved and spot have medians of their own, and a reservation its commitment") {
  const auto reserved = facts().usual_rent("h100_sxm", RentTerms::reserved);
  REQUIRE(reserved);
  CHECK(facts().offers("h100_sxm", RentTerms::reserved).back().per_hour.usd == 1.79);
  CHECK(reserved->per_hour.usd == 1.3);  // the lower one of 1.79 for a year and 1.30 for three
  CHECK(reserved->commitment_seconds == 3 * 365 * 86400.0);
  CHECK(facts().usual_rent("h100_sxm", RentTerms::spot)->terms == "spot");
  for (const auto& offer : facts().rents("h100_sxm"))
    CHECK((offer.commitment_seconds > 0) == (offer.terms == "reserved"));
}

TEST_CASE("every region says what a kilowatt-hour of its grid emits") {
  for (const auto& id : facts().list("region"))
    CHECK(facts().number("region", id, "grams_co2_per_kilowatt_hour") > 0);
}

TEST_CASE("a user's folder adds and replaces records and leaves the rest") {
  const Folder folder;
  folder.write("nics.json",
               R"({"date": "2027-01-01", "sources": {"mine": {"grade": "A", "title": "offer"}}, "records": {
      "cx7_ndr": {"name": "mine", "fabrics": "infiniband", "bytes_per_second": {"v": 50e9, "src": "mine"}},
      "new_nic": {"name": "new", "fabrics": "ethernet", "bytes_per_second": {"v": 1e9, "src": "mine"}}}})");
  const Catalogue mine = Catalogue::load(folder.path());
  CHECK(mine.nic("cx7_ndr").name == "mine");
  CHECK(mine.nic("new_nic").bytes_per_second == 1e9);
  CHECK(mine.nic("cx6_hdr").bytes_per_second == 25e9);
  CHECK(facts().nic("cx7_ndr").name != "mine");
  CHECK(mine.accelerator("h100_sxm").power_watts == 700);
}

TEST_CASE("a folder that is missing or holds wrong files is refused at once") {
  CHECK(refusal([] { (void)Catalogue::load("/no/such/folder"); }) ==
        "catalogue folder \"/no/such/folder\" does not exist");
  const Folder folder;
  folder.write("nic.json", "{}");
  CHECK(refusal([&] {
          (void)Catalogue::load(folder.path());
        }).rfind("unknown catalogue file \"nic.json\"; near: nics.json", 0) == 0);
  std::filesystem::remove(folder.path() + "/nic.json");
  folder.write("nics.json", "{");
  CHECK(refusal([&] { (void)Catalogue::load(folder.path()); }).find("broken JSON at line 1") !=
        std::string::npos);
}
