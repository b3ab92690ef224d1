// SPDX-License-Identifier: Apache-2.0
#include "models/catalogue/facts.hpp"

#include <random>

#include "sim/error.hpp"
#include "tests/catch.hpp"

using namespace headroom::models;

namespace {

std::string with_record(const std::string& record) {
  return R"({"about": "", "date": "2026-12-01", "sources": {"spec": {"grade": "A", "title": "T", "where": "W"}},)"
         R"("records": {)" +
         record + "}}";
}

std::string refusal(const std::string& text) {
  try {
    (void)read_table("nic", "nics.json", text);
  } catch (const headroom::Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a fact keeps value, source, date and note") {
  const Table table = read_table("nic", "nics.json", with_record(R"("n": {"name": "N",
      "power_watts": {"v": 26, "src": "spec", "date": "2026-08", "note": "max"},
      "price_usd": {"v": [10, 20], "src": "spec"}})"));
  const Record& record = *table.find("n");
  CHECK(record.text("name") == "N");
  CHECK(record.number("power_watts") == 26);
  CHECK(record.fact("power_watts").origin() == "spec 2026-08");
  CHECK(record.fact("power_watts").note == "max");
  CHECK(record.number("price_usd") == 15);  // a range counts as its middle
  CHECK(record.sources().at("spec").title == "T");
  CHECK(table.find("m") == nullptr);
}

TEST_CASE("plain values of a record have the record's source") {
  const Table table = read_table("model", "models.json", with_record(R"("m": {"src": "spec", "date": "2025",
      "layers": 32})"));
  CHECK(table.find("m")->fact("layers").origin() == "spec 2025");
}

TEST_CASE("a missing fact is named, never defaulted") {
  const Table table = read_table("nic", "nics.json", with_record(R"("n": {"name": "N"})"));
  const Record& record = *table.find("n");
  CHECK_FALSE(record.maybe_number("price_usd").has_value());
  try {
    (void)record.number("price_usd");
    FAIL("a default was made up");
  } catch (const headroom::Error& error) {
    CHECK(std::string(error.what()) == "nic n: the catalogue does not know its price_usd");
  }
  CHECK_THROWS_AS(record.number("name"), headroom::Error);
}

TEST_CASE("wrong files are refused with the place") {
  CHECK(refusal("{\n  \"about\": \"\",\n  oops}") ==
        "catalogue file nics.json: broken JSON at line 3, column 3");
  CHECK(refusal("{}") == "catalogue file nics.json: the file has no \"sources\"");
  CHECK(refusal(with_record(R"("n": {"ports": 2})")) ==
        "catalogue file nics.json: record \"n\", ports: a fact needs a source: {\"v\": ..., \"src\": ..., "
        "\"date\": "
        "...}");
  CHECK(refusal(with_record(R"("n": {"ports": {"v": 2, "src": "rumour"}})")) ==
        "catalogue file nics.json: record \"n\", ports: source \"rumour\" is not in the file's \"sources\"");
  CHECK(refusal(with_record(R"("n": {"ports": {"v": null, "src": "spec"}})")) != "accepted");
  CHECK(refusal(with_record(R"("n": {"ports": {"v": 2, "src": "spec", "dat": "x"}})")) ==
        "catalogue file nics.json: record \"n\", ports has the unknown key \"dat\"");
  CHECK(refusal(with_record(R"("n": {"ports": {"v": -2, "src": "spec"}})")) ==
        "catalogue file nics.json: record \"n\", ports must not be negative");
  CHECK(refusal(with_record(R"("n": {"ports": {"v": 1e999, "src": "spec"}})")) ==
        "catalogue file nics.json: a number is too large");
  CHECK(refusal(with_record(R"("n": {"name": "a"}, "n": {"name": "b"})")) ==
        "catalogue file nics.json: the key \"n\" stands twice in one object");
  CHECK(refusal(with_record(R"("n": {"name": "a"}, "m": {"name": "a"})")) == "accepted");
}

TEST_CASE("a damaged file is read or refused in one line, whatever the damage") {
  const std::string whole =
      with_record(R"("n": {"name": "N", "ports": {"v": [1, 2], "src": "spec", "note": "x"}})");
  std::mt19937_64 random(3);
  for (int i = 0; i < 20000; ++i) {
    std::string text = whole;
    for (auto n = 1 + random() % 3; n > 0; --n) {
      const std::size_t at = random() % text.size();
      if (random() % 2 == 0)
        text.erase(at, 1 + random() % 4);
      else
        text[at] = "{}[]\",:019eE-\n\x01\xfe"[random() % 17];
      if (text.empty()) text.push_back(' ');
    }
    REQUIRE(refusal(text).find('\n') == std::string::npos);
  }
}
