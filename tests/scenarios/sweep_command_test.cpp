// SPDX-License-Identifier: Apache-2.0
// `headroom sweep`: exit codes, outputs, being killed, several processes.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/scenarios/desk.hpp"

using namespace headroom::scenarios::testing;

namespace {

std::string varied(const std::string& axes) {
  return with(training_text, "\"seed\": 7", "\"vary\": " + axes);
}

// Enough points that one can be killed among them, all simulated.
const std::string many =
    varied(R"([{"cluster.fabric.cable_latency": {"from": "10 ns", "to": "500 ns", "steps": 2000}}])");
const std::string few = varied(R"([{"layout.tensor": [2, 3, 4]}, {"layout.zero": [0, 1]}])");

}  // namespace

TEST_CASE("a sweep with an answer exits with 0, without one with 1, with bad input with 2") {
  const Desk desk;
  desk.write("few.json", few);
  desk.write("none.json", varied(R"([{"layout.tensor": [3, 5]}])"));
  desk.write("wrong.json", with(few, "llama-2-7b-hf", "llama-9"));
  const Outcome answered = desk.run("sweep few.json");
  INFO(answered.err);
  CHECK(answered.code == 0);
  CHECK(answered.out.find("4 of 6 points answered; 2 cannot be.") != std::string::npos);
  CHECK(desk.run("sweep none.json").code == 1);
  const Outcome wrong = desk.run("sweep wrong.json");
  CHECK(wrong.code == 2);
  CHECK(wrong.err.find("unknown model \"llama-9\"") != std::string::npos);
  CHECK(wrong.out.empty());
  for (const char* words : {"sweep", "sweep training.json", "sweep few.json --jobs 0",
                            "sweep few.json --jobs x", "sweep few.json --json --csv",
                            "sweep few.json --output out.txt", "sweep few.json --output none/out.csv",
                            "sweep few.json --report few.json", "sweep few.json --set layout.zero=1"}) {
    INFO(words);
    const Outcome outcome = desk.run(words);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
  }
}

TEST_CASE("a sweep prints the table, JSON or CSV, and writes the same and a page") {
  const Desk desk;
  desk.write("few.json", few);
  const Outcome csv = desk.run("sweep few.json --csv --output out.csv --report page.html");
  REQUIRE(csv.code == 0);
  CHECK(desk.text_of("out.csv") == csv.out);
  CHECK(csv.out.find("\n2,,3,0,refused,") != std::string::npos);
  CHECK(desk.text_of("page.html").find("polyline") != std::string::npos);
  const Outcome json = desk.run("sweep few.json --json --output out.json");
  CHECK(desk.text_of("out.json") == json.out);
  const auto parsed = nlohmann::json::parse(json.out);
  CHECK(parsed["axes"][0]["layout.tensor"] == nlohmann::json({2, 3, 4}));
  CHECK(parsed["points"][5]["at"] == nlohmann::json({{"layout.tensor", 4}, {"layout.zero", 1}}));
  CHECK(parsed["points"][5]["quantities"]["step_seconds"] > 0);
  CHECK_FALSE(desk.has("out.csv.journal"));
  CHECK_FALSE(desk.has("out.json.journal"));
}

TEST_CASE("what cannot be written is said before the work, and leaves nothing behind") {
  const Desk desk;
  desk.write("many.json", many);
  const std::size_t files = desk.files();
  CHECK(desk.run("sweep many.json --output none/out.csv").err.find("expected a place that can be written") !=
        std::string::npos);
  CHECK(desk.run("sweep many.json --output out.csv --report many.json").code == 2);
  CHECK(desk.run("sweep many.json --output out.csv --report out.csv.journal").code == 2);
  CHECK(desk.files() == files);
}

TEST_CASE("a sweep that was killed goes on where it was, to the same bytes") {
  const Desk desk;
  desk.write("many.json", many);
  const std::string whole = desk.run("sweep many.json --csv").out;
  const Outcome killed = desk.shell("'" HEADROOM_PROGRAM
                                    "' sweep many.json --output out.csv & pid=$!; "
                                    "for i in $(seq 3000); do [ $(wc -l <out.csv.journal 2>/dev/null || echo "
                                    "0) -gt 20 ] && break; sleep 0.01; "
                                    "done; kill -9 $pid; wait $pid");
  INFO(killed.err);
  REQUIRE(killed.code == 128 + 9);
  CHECK_FALSE(desk.has("out.csv"));
  const std::string journal = desk.text_of("out.csv.journal");
  CHECK(std::count(journal.begin(), journal.end(), '\n') < 2000);
  CHECK(desk.run("sweep many.json --output out.csv").code == 0);
  CHECK(desk.text_of("out.csv") == whole);
  CHECK_FALSE(desk.has("out.csv.journal"));
}

TEST_CASE("two processes share a sweep, to the same bytes") {
  const std::string team = std::string(HEADROOM_PROGRAM) + "-mpi";
  if (!std::filesystem::exists(team) || std::system("command -v mpirun >/dev/null") != 0) {
    WARN("skipped: built without MPI, or no mpirun");
    return;
  }
  const Desk desk;
  desk.write("few.json", few);
  desk.write("wrong.json", with(few, "llama-2-7b-hf", "llama-9"));
  desk.write("none.json", varied(R"([{"layout.tensor": [3, 5]}])"));
  // Open MPI does not give back all that it takes, which a leak sanitizer would count as ours.
  const std::string by_two =
      "ASAN_OPTIONS=detect_leaks=0 mpirun --allow-run-as-root --oversubscribe -n 2 '" HEADROOM_PROGRAM
      "' sweep ";
  const Outcome alone = desk.run("sweep few.json --json");
  const Outcome two = desk.shell(by_two + "few.json --json --jobs 2 --output out.csv");
  INFO(two.err);
  CHECK(two.code == 0);
  CHECK(two.out == alone.out);
  CHECK(desk.text_of("out.csv") == desk.run("sweep few.json --csv").out);
  CHECK(desk.shell(by_two + "none.json").code == 1);
  const Outcome wrong = desk.shell(by_two + "wrong.json");
  CHECK(wrong.code == 2);
  CHECK(wrong.err.find("unknown model \"llama-9\"") != std::string::npos);
}
