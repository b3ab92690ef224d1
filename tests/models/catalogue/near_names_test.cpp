// SPDX-License-Identifier: Apache-2.0
#include "models/catalogue/near_names.hpp"

#include "tests/catch.hpp"

using namespace headroom::models;
using Names = std::vector<std::string>;

TEST_CASE("names that begin as the typed one come first, in the order given") {
  const Names known = {"a100_sxm_80", "h100_sxm", "h100_pcie", "h100_nvl", "h200_sxm"};
  CHECK(near_names("h100", known, 3) == Names{"h100_sxm", "h100_pcie", "h100_nvl"});
  CHECK(unknown_name("accelerator", "h100", Names{"h100_sxm", "h100_pcie", "h100_nvl"}) ==
        "unknown accelerator \"h100\"; near: h100_sxm, h100_pcie, h100_nvl");
}

TEST_CASE("case, hyphens, underscores, dots and blanks do not count") {
  const Names known = {"llama-3.1-8b", "dgx_h100", "pipeline"};
  CHECK(near_names("LLAMA_31 8B", known) == Names{"llama-3.1-8b"});
  CHECK(near_names("DGX-H100", known) == Names{"dgx_h100"});
}

TEST_CASE("slips of the finger are found and far words are not") {
  const Names known = {"microbatch", "global_batch", "tensor", "pipeline"};
  CHECK(near_names("micorbatch", known) == Names{"microbatch"});
  CHECK(near_names("tenosr", known) == Names{"tensor"});
  CHECK(near_names("zzzzzzzz", known).empty());
  CHECK(near_names("", known).empty());
  CHECK(unknown_name("key", "zzzzzzzz", known) == "unknown key \"zzzzzzzz\"");
}

TEST_CASE("absurd names are answered on one short line") {
  const std::string text = unknown_name("model", std::string(100000, '\n'), Names{"gpt2"});
  CHECK(text.size() < 100);
  CHECK(text.find('\n') == text.npos);
}
