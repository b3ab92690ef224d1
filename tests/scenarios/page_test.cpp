// SPDX-License-Identifier: Apache-2.0
// The views for people: the table and the page.
#include "scenarios/views/report.hpp"
#include "scenarios/views/table.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/answer_fixture.hpp"
#include "tests/scenarios/markup.hpp"

using namespace headroom::scenarios;
using namespace headroom::scenarios::testing;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string page_of(const std::vector<Answer>& answers) {
  return report_html(fixture_file(), answers);
}

}  // namespace

TEST_CASE("the page is well-formed and loads nothing") {
  const auto answers =
      GENERATE(std::vector<Answer>{training_answer()}, std::vector<Answer>{collective_answer()},
               std::vector<Answer>{infeasible_answer()},
               std::vector<Answer>{training_answer("a"), training_answer("b")});
  const std::string page = page_of(answers);
  CHECK(markup_trouble(page) == "");
  for (const char* foreign : {"http:", "https:", "<script", "<link", "<img", "@import", "url("}) {
    CHECK_FALSE(contains(page, foreign));
  }
}

TEST_CASE("texts of the user are escaped in the page") {
  const std::string page = page_of({training_answer()});
  CHECK(contains(page, "How fast, and &lt;why&gt;?"));
  CHECK(contains(page, "Test &amp; Co. T80"));
  CHECK_FALSE(contains(page, "<why>"));
}

TEST_CASE("the page draws the breakdown, the timeline, the curve and the variants where there are any") {
  CHECK(contains(page_of({training_answer()}), "One step in time"));
  CHECK(contains(page_of({collective_answer()}), "<polyline"));
  CHECK(contains(page_of({training_answer("a"), training_answer("b")}), "The variants"));
  CHECK_FALSE(contains(page_of({infeasible_answer()}), "Where the time goes"));
}

TEST_CASE("the table answers the question and shows where the time goes") {
  const std::vector<Answer> answers{training_answer()};
  const std::string table = answer_table(fixture_file(), answers, false);
  for (const char* part :
       {"How fast, and <why>?", "Step time", "4 us", "Where the time goes", "62.5 %", "25.0 %", "12.5 %",
        "100.0 %", "What would help most", "Warnings", "server0/gpu0->nvswitch"}) {
    INFO(part);
    CHECK(contains(table, part));
  }
  CHECK_FALSE(contains(table, "\033"));
  CHECK(contains(answer_table(fixture_file(), answers, true), "\033[1m"));
}

TEST_CASE("what does not fit gets a memory table and no time") {
  const std::vector<Answer> answers{infeasible_answer()};
  const std::string table = answer_table(fixture_file(), answers, false);
  CHECK(contains(table, "does not fit: the largest term is activations"));
  CHECK(contains(table, "weights"));
  CHECK_FALSE(contains(table, "Step time"));
}

TEST_CASE("the table of a collective lists its sizes") {
  const std::vector<Answer> answers{collective_answer()};
  const std::string table = answer_table(fixture_file(), answers, false);
  CHECK(contains(table, "235 GB/s"));
  CHECK(contains(table, "1 KiB"));
}
