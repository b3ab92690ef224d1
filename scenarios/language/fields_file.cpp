// SPDX-License-Identifier: Apache-2.0
// What a scenario file has beside cluster, workload and layout.
#include <array>

#include "scenarios/language/field_table.hpp"

namespace headroom::scenarios {
namespace {

constexpr auto table = std::to_array<Field>({
    text("name", "", 0, longest_name, "Short name. Default: the file's name"),
    text("question", R"("")", 0, longest_text, "What is asked, in a sentence"),
    text("extends", "", 0, longest_text, "Another scenario file that this one builds on"),
    text("$schema", "", 0, longest_text, "For editors; not read"),
    choice("fidelity", R"("fluid")", "analytic|fluid|message",
           "analytic: closed form; fluid: events and sharing; message: every message"),
    flag("fold", "true", "Simulate ranks that behave alike once"),
    whole("seed", "0", 0, largest_exact, "Of everything random (ECMP hashes)"),

    text("calibration", R"("")", 0, longest_text,
         "File of kernel efficiencies (headroom calibrate fit). Default: those that ship"),
    text("baseline", R"("")", 0, longest_name,
         "What speedups are over: a variant, or a point of a sweep. Default: the smallest cluster"),

    named(Kind::axes, "vary",
          "What headroom sweep varies: a grid of axes; several paths of one axis change together"),

    required(text("variants[].name", "", 1, longest_name, "What to call it")),
    required(named(Kind::assignments, "variants[].set", "Path and value of every field that differs")),

    required(text("expected[].quantity", "", 1, longest_name, "Name of a figure of the answer (see --json)")),
    text("expected[].variant", R"("")", 0, longest_name, "Of which variant"),
    text("expected[].over", R"("")", 0, longest_name, "Divided by the same figure of this variant"),
    required(number("expected[].low", "", -petabyte* petabyte, petabyte* petabyte, "Lower end of the band")),
    required(number("expected[].high", "", -petabyte* petabyte, petabyte* petabyte, "Upper end of the band")),
    required(text("expected[].source", "", 1, longest_text, "Where the band comes from")),
});

}  // namespace

std::span<const Field> file_fields() {
  return table;
}

}  // namespace headroom::scenarios
