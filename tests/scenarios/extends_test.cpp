// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/scenarios/texts.hpp"

namespace fs = std::filesystem;
using namespace headroom::scenarios;
using namespace headroom::scenarios::testing;

namespace {

// A folder of scenario files that is gone afterwards.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("headroom-extends-" + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }
  [[nodiscard]] fs::path file(const std::string& name) const { return path_ / name; }
  [[nodiscard]] std::string complaint(const std::string& name) const {
    try {
      (void)read_scenario(file(name));
    } catch (const headroom::Error& error) {
      // Without the folder, which changes from run to run.
      std::string text = error.what();
      for (std::size_t at = 0; (at = text.find(path_.string())) != std::string::npos;) {
        text.erase(at, path_.string().size() + 1);
      }
      return text;
    }
    return "read";
  }

 private:
  fs::path path_;
};

}  // namespace

TEST_CASE("a scenario builds on another: objects merge, everything else is replaced") {
  const Folder folder;
  folder.write("base.json", training_text);
  folder.write("upper.json", R"({"extends": "base.json", "name": "upper",
    "cluster": {"servers": 4, "fabric": {"oversubscription": 2}}})");
  const Scenario s = read_scenario(folder.file("upper.json")).scenarios.front();
  CHECK(s.name == "upper");
  CHECK(s.cluster.servers == 4);
  CHECK(s.cluster.fabric.oversubscription == 2);
  CHECK(s.cluster.fabric.link_bytes_per_second == 25e9);
  CHECK(s.seed == 7);
}

TEST_CASE("the bands of the base are not inherited, its variants are") {
  const Folder folder;
  folder.write("base.json", with(training_text, "\"seed\": 7",
                                 R"("variants": [{"name": "a", "set": {}}, {"name": "b", "set": {}}],
     "expected": [{"quantity": "mfu", "low": 0, "high": 1, "source": "x"}])"));
  folder.write("upper.json", R"({"extends": "base.json"})");
  CHECK(read_scenario(folder.file("base.json")).expected.size() == 1);
  CHECK(read_scenario(folder.file("upper.json")).expected.empty());
  CHECK(read_scenario(folder.file("upper.json")).scenarios.size() == 2);
}

TEST_CASE("a complaint names the file in which the wrong value stands") {
  const Folder folder;
  folder.write("base.json", with(training_text, "\"seed\": 7", "\"seed\": -1"));
  folder.write("upper.json", R"({"extends": "base.json"})");
  CHECK(folder.complaint("upper.json") ==
        "base.json:9:11: seed: expected a whole number from 0 to 9007199254740992, found -1");
}

TEST_CASE("cycles, missing files and folders are refused") {
  const Folder folder;
  folder.write("a.json", R"({"extends": "b.json"})");
  folder.write("b.json", R"({"extends": "./a.json"})");
  folder.write("c.json", R"({"extends": "none.json"})");
  folder.write("d.json", R"({"extends": "."})");
  folder.write("e.json", R"({"extends": 3})");
  CHECK(folder.complaint("a.json") ==
        "b.json:1:13: extends: expected a file that does not extend this one, found \"./a.json\" (a cycle)");
  CHECK(folder.complaint("c.json") ==
        "c.json:1:13: extends: none.json: expected a readable file, found: No such file or directory");
  CHECK_THAT(folder.complaint("d.json"), Catch::Matchers::EndsWith("expected a file, found a directory"));
  CHECK(folder.complaint("e.json") == "e.json:1:13: extends: expected the path of a scenario file, found 3");
  CHECK(folder.complaint("f.json") == "f.json: expected a readable file, found: No such file or directory");
}

TEST_CASE("a file that is no scenario by its size is refused") {
  const Folder folder;
  folder.write("large.json", std::string((1U << 20) + 1, ' '));
  CHECK(folder.complaint("large.json") == "large.json: expected at most 1048576 bytes, found more");
}
