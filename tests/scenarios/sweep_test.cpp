// SPDX-License-Identifier: Apache-2.0
// A sweep: its points, its rows, and what is on disk when it stops.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "scenarios/sweep/digest.hpp"
#include "scenarios/sweep/journal.hpp"
#include "scenarios/sweep/run.hpp"
#include "scenarios/sweep/views.hpp"
#include "scenarios/views/grid_charts.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/markup.hpp"
#include "tests/scenarios/texts.hpp"

namespace fs = std::filesystem;
using namespace headroom::scenarios;
using namespace headroom::scenarios::testing;

namespace {

// Servers with their batch, layouts of which some cannot be and some do not fit, prices.
const std::string axes = R"([
  {"cluster.servers": [1, 2, 4], "layout.global_batch": [16, 32, 64]},
  {"layout.tensor": [1, 2, 3, 4]},
  {"economics.electricity": {"from": "0.05 USD/kWh", "to": "0.2 USD/kWh", "factor": 2}}
])";

class SweepFolder {
 public:
  SweepFolder() : path_(fs::temp_directory_path() / ("headroom-sweep-" + std::to_string(getpid()))) {
    fs::create_directories(path_);
    const std::string text = with(training_text, "\"pipeline\": 2", "\"pipeline\": 1");
    write("s.json", with(text, "\"seed\": 7", "\"vary\": " + axes));
  }
  SweepFolder(const SweepFolder&) = delete;
  SweepFolder& operator=(const SweepFolder&) = delete;
  ~SweepFolder() { fs::remove_all(path_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }
  [[nodiscard]] std::string text_of(const std::string& name) const {
    std::ifstream in(path_ / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] fs::path at(const std::string& name) const { return path_ / name; }
  [[nodiscard]] SweepQuestion question(const std::vector<std::string>& overrides = {},
                                       const std::string& name = "s.json") const {
    return {path_ / name, overrides, headroom::models::Catalogue::built_in()};
  }
  [[nodiscard]] std::string complaint(const std::vector<std::string>& overrides,
                                      const std::string& name = "s.json") const {
    try {
      (void)question(overrides, name);
    } catch (const headroom::Error& error) {
      std::string text = error.what();
      if (text.starts_with(path_.string())) text.erase(0, path_.string().size() + 1);
      return text;
    }
    return "read";
  }

 private:
  fs::path path_;
};

std::string csv_with(const SweepQuestion& question, const SweepOptions& options) {
  return sweep_csv(question, run_sweep(question, options));
}

}  // namespace

TEST_CASE("the points of a sweep are the grid of its axes, the last changing fastest") {
  const SweepFolder folder;
  const SweepQuestion question = folder.question();
  REQUIRE(question.points() == 3 * 4 * 3);
  CHECK(question.name_of(0) ==
        "cluster.servers=1, layout.global_batch=16, layout.tensor=1, economics.electricity=0.05 USD/kWh");
  CHECK(question.name_of(1) ==
        "cluster.servers=1, layout.global_batch=16, layout.tensor=1, economics.electricity=0.1 USD/kWh");
  CHECK(question.name_of(35) ==
        "cluster.servers=4, layout.global_batch=64, layout.tensor=4, economics.electricity=0.2 USD/kWh");
  const auto groups = question.groups();  // that differ in prices only
  REQUIRE(groups.size() == 12);
  CHECK(groups[1] == std::vector<std::size_t>{3, 4, 5});
}

TEST_CASE("every row is what simulating its point alone says") {
  const SweepFolder folder;
  const SweepQuestion question = folder.question();
  const auto rows = run_sweep(question);
  std::map<PointState, int> states;
  for (std::size_t point = 0; point < rows.size(); ++point) {
    INFO(question.name_of(point));
    ++states[rows[point].state];
    if (rows[point].state == PointState::refused) {
      CHECK_THROWS_WITH(question.scenario(point), rows[point].reason);
      continue;
    }
    const Answer answer = simulate(question.scenario(point));
    CHECK(rows[point].quantities == answer.quantities);
    CHECK(rows[point].reason == answer.why_not);
    CHECK(rows[point].limit == answer.limit);
  }
  CHECK(states[PointState::answered] > 0);
  CHECK(states[PointState::infeasible] > 0);
  CHECK(states[PointState::refused] > 0);
}

TEST_CASE("a sweep says the same with one thread, with two and with eight") {
  const SweepFolder folder;
  const SweepQuestion question = folder.question();
  const auto one = run_sweep(question, {.jobs = 1});
  CHECK(run_sweep(question, {.jobs = 2}) == one);
  CHECK(run_sweep(question, {.jobs = 8}) == one);
}

TEST_CASE("variants are swept too, alone or each over the grid") {
  const SweepFolder folder;
  const std::string variants = R"("variants": [{"name": "a", "set": {"seed": 1}}, {"name": "b", "set": {}}])";
  folder.write("v.json", with(training_text, "\"seed\": 7", variants));
  folder.write("both.json",
               with(training_text, "\"seed\": 7", variants + R"(, "vary": [{"layout.zero": [0, 1]}])"));
  CHECK(folder.question({}, "v.json").name_of(1) == "b");
  CHECK(folder.question({}, "both.json").name_of(3) == "b, layout.zero=1");
  CHECK(folder.question({}, "both.json").points() == 4);
}

TEST_CASE("what is wrong with a sweep as a whole is refused") {
  const SweepFolder folder;
  folder.write("plain.json", training_text);
  CHECK(folder.complaint({}, "plain.json") ==
        "plain.json:1:1: vary: expected an array of axes, or variants, found neither");
  CHECK(folder.complaint({"layout.tensor=2"}) ==
        "--set layout.tensor=2: layout.tensor: expected a field that no axis of vary changes, found "
        "\"layout.tensor\"");
  CHECK_THAT(folder.complaint({"layout={}"}), Catch::Matchers::Contains("no axis of vary changes"));
  const std::string thousand = R"({"from": 1, "to": 1000, "steps": 1000})";
  CHECK(folder
            .complaint({"vary=[{\"layout.tensor\":" + thousand + "},{\"layout.pipeline\":" + thousand +
                        "},{\"layout.zero\":[0,1]},{\"seed\":{\"from\":1,\"to\":500,\"steps\":500}}]"})
            .ends_with("vary: expected at most 100000 points, found 1000000000"));
}

TEST_CASE("the command line may say what to vary") {
  const SweepFolder folder;
  folder.write("plain.json", training_text);
  CHECK(folder.question({R"(vary=[{"layout.tensor": [2, 4]}])"}, "plain.json").points() == 2);
  CHECK(folder.question({R"(vary=[{"layout.tensor": [2, 4]}])"}).points() == 2);
}

TEST_CASE("bands of a sweep speak of its points") {
  const SweepFolder folder;
  const auto file = [](const std::string& name) {
    return with(
        training_text, "\"seed\": 7",
        R"("vary": [{"layout.tensor": [2, 4]}], "expected": [{"quantity": "mfu", "variant": "layout.tensor=2",
                "over": ")" +
            name + R"(", "low": 0, "high": 10, "source": "x"}])");
  };
  folder.write("right.json", file("layout.tensor=4"));
  folder.write("wrong.json", file("layout.tensor=8"));
  const SweepQuestion question = folder.question({}, "right.json");
  const auto json = nlohmann::json::parse(sweep_json(question, run_sweep(question)));
  CHECK(json["expected"][0]["met"] == true);
  CHECK_THAT(folder.complaint({}, "wrong.json"),
             Catch::Matchers::Contains("expected[].over: expected the name of "
                                       "a variant, found \"layout.tensor=8\""));
}

TEST_CASE("the page of a sweep is well-formed, with curves, or a heat map where they would be many") {
  const SweepFolder folder;
  const auto page_of = [&](const std::string& overrides) {
    const SweepQuestion question = folder.question({overrides});
    const std::string page = sweep_html(question, run_sweep(question));
    CHECK(markup_trouble(page) == "");
    return page;
  };
  const std::string latencies =
      R"({"cluster.fabric.cable_latency": {"from": "1 us", "to": "1 ms", "factor": 10}})";
  const std::string one = page_of("vary=[" + latencies + "]");
  CHECK(one.find("polyline") != std::string::npos);
  CHECK(one.find(">100 us<") != std::string::npos);
  CHECK(page_of("vary=[" + latencies + R"(, {"layout.recomputation": ["none", "full"]}])")
            .find("full</span>") != std::string::npos);
  const std::string map = page_of(
      R"(vary=[{"software.bucket": {"from": "10 MiB", "to": "90 MiB", "steps": 9}},
               {"cluster.fabric.cable_latency": {"from": "0 ms", "to": "1 ms", "steps": 11}},
               {"layout.zero": [0, 1]}])");
  CHECK(map.find("(light) to") != std::string::npos);
  CHECK(map.find("layout.zero = 1") != std::string::npos);
}

TEST_CASE("a gap in a curve is where a point has no answer") {
  headroom::scenarios::charts::GridFigure figure;
  figure.across = {"x", {"1", "2", "3", "4", "5"}, {1, 2, 3, 4, 5}};
  figure.other = {"", {""}, {}};
  figure.values = {{1.0, 2.0, std::nullopt, 3.0, 4.0}};
  figure.print = [](double value) { return std::to_string(value); };
  const std::string plot = headroom::scenarios::charts::curves(figure);
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = plot.find("<polyline", at)) != std::string::npos; ++at) ++lines;
  CHECK(lines == 2);
  CHECK(figure.across.place(2) == 0.5);
  figure.across.sizes = {1, 10, 100, 1000, 10000};
  CHECK(figure.across.place(1) == Approx(0.25));  // by the logarithm: they span much
}

TEST_CASE("a row goes through its line without losing a bit") {
  SweepRow row{
      PointState::answered, "", {{"a", 0.1}, {"b", 1e-300}, {"c", 2.0 / 3}}, "limit \"x\"\n", {"w", ""}};
  CHECK(read_row_line(row_line(row)) == row);
  CHECK(row_line(row).find('\n') == std::string::npos);
  CHECK_THROWS(read_row_line("{}"));
  CHECK_THROWS(read_row_line("{\"state\": \"answered\""));
}

TEST_CASE("a sweep goes on from its journal, and trusts nothing else") {
  const SweepFolder folder;
  const SweepQuestion question = folder.question();
  const std::string whole = csv_with(question, {});
  const fs::path place = folder.at("out.csv.journal");
  {
    Journal journal(place, "p1");
    CHECK(csv_with(question, {.journal = &journal}) == whole);
    CHECK_THROWS_WITH(Journal(place, "p1"), Catch::Matchers::Contains("no other sweep"));
  }
  const std::string full = folder.text_of("out.csv.journal");
  SECTION("rows found there are not computed again") {
    std::string changed = full;
    const std::size_t at = changed.find("\"limit\":\"arith");
    REQUIRE(at != std::string::npos);
    changed.replace(at, 14, "\"limit\":\"trust");
    folder.write("out.csv.journal", changed);
    Journal journal(place, "p1");
    CHECK(csv_with(question, {.journal = &journal}).find("trust") != std::string::npos);
  }
  SECTION("cut off anywhere, the same comes out") {
    for (const std::size_t kept :
         {std::size_t{0}, std::size_t{5}, std::size_t{40}, full.size() / 3, full.size() - 1}) {
      folder.write("out.csv.journal", full.substr(0, kept));
      Journal journal(place, "p1");
      CHECK(csv_with(question, {.journal = &journal}) == whole);
      CHECK(folder.text_of("out.csv.journal").size() == full.size());
    }
  }
  SECTION("another scenario, and another program, begin anew") {
    const SweepQuestion other = folder.question({"workload.sequence=2048"});
    for (std::size_t point = 0; point < question.points(); ++point)
      CHECK(other.digest(point) != question.digest(point));
    {
      const Journal journal(place, "p1");
      CHECK(journal.find(question.digest(0)) != nullptr);
      CHECK(journal.find(other.digest(0)) == nullptr);
    }
    const Journal journal(place, "p2");
    CHECK(journal.find(question.digest(0)) == nullptr);
  }
  SECTION("a file that is no journal is left alone") {
    folder.write("out.csv.journal", "my notes\n");
    CHECK_THROWS_WITH(Journal(place, "p1"), Catch::Matchers::Contains("a journal of headroom sweep"));
    CHECK(folder.text_of("out.csv.journal") == "my notes\n");
  }
}

TEST_CASE("a point is known by what it asks and by the files that it names, not by what it is called") {
  const SweepFolder folder;
  const std::string before = folder.question().digest(3);
  CHECK(folder.question({"name=other", "question=why"}).digest(3) == before);
  folder.write("base.json", R"({"extends": "s.json", "software": {"bucket": "50 MiB"}})");
  CHECK(folder.question({}, "base.json").digest(3) != before);
  const auto digest_of = [&](const char* text) {
    folder.write("named.txt", text);
    return Digest().add_file(folder.at("named.txt")).text();
  };
  CHECK(digest_of("a") != digest_of("b"));
}
