// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/catalogue/units.hpp"
#include "scenarios/calibration/profile_fit.hpp"
#include "scenarios/views/text_table.hpp"

namespace headroom::scenarios::calibration {
namespace {

constexpr std::size_t page_width = 100;

std::string title(const std::string& text, bool bold) {
  return bold ? fmt::format("\033[1m{}\033[0m\n", text) : text + '\n';
}

std::string errors_text(const KernelErrors& errors) {
  return fmt::format("{:.1f} / {:.1f} %", 100 * errors.median, 100 * errors.p90);
}

std::string values_text(const FittedProfile& profile) {
  TextTable table("lrrrl");
  table.row({"", "fitted", "+-", "before", ""});
  for (std::size_t i = 0; i < profile.values.size(); ++i) {
    const calibrate::FittedParameter& p = profile.values[i];
    const bool at_bound = p.state == calibrate::FittedParameter::State::at_bound;
    table.row({p.name, models::print_number(p.value), at_bound ? "" : models::print_number(p.standard_error),
               models::print_number(profile.values_before[i]),
               at_bound ? "at the end of what it may be" : ""});
  }
  return table.text();
}

std::string errors_text(const FittedProfile& profile) {
  TextTable table("lrrr");
  table.row({"error, median / 9 of 10 within", "points", "before", "fitted"});
  for (const KindErrors& kind : profile.errors)
    table.row({kind.kind, fmt::format("{}", kind.points), errors_text(kind.before), errors_text(kind.after)});
  std::string text = table.text();
  text += profile.left_out.sources.empty()
              ? "  one source alone: how well the fit holds for others is not known\n"
              : fmt::format("  each source predicted by a fit to the others: {}\n",
                            errors_text({profile.left_out.median, profile.left_out.p90}));
  return text;
}

bool is_worse(const FittedProfile& profile) {
  constexpr double clearly = 1.5;
  return std::any_of(profile.errors.begin(), profile.errors.end(), [](const KindErrors& kind) {
    return kind.after.median > clearly * kind.before.median || kind.after.p90 > clearly * kind.before.p90;
  });
}

}  // namespace

std::string fit_table(const Fits& fits, bool bold) {
  std::string out;
  for (const FittedProfile& profile : fits.profiles) {
    if (!out.empty()) out += '\n';
    out += title(
        fmt::format("{}: {} points of {} {}, {} of them outliers; began with {}", profile.name,
                    profile.points, profile.sources.size(),
                    profile.sources.size() == 1 ? "source" : "sources", profile.rejected, profile.began_with),
        bold);
    out += values_text(profile) + errors_text(profile);
    if (!profile.kept.empty())
      out += wrapped(fmt::format("not determined by these measurements and left as they were: {}",
                                 fmt::join(profile.kept, ", ")),
                     page_width, 2);
    if (is_worse(profile))
      out += "  worse than before for some kernels: are the measurements of one machine and one library?\n";
  }
  if (!fits.left_out.empty()) out += '\n' + title("Not used", bold);
  for (const std::string& reason : fits.left_out) out += wrapped(reason, page_width, 2);
  return out;
}

std::string profiles_table(const models::ComputeProfiles& profiles, std::size_t count, bool bold) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    const models::ProfileRecord& record = profiles.records()[i];
    if (i > 0) out += '\n';
    out += title(record.profile.name, bold);
    const auto line = [&](const char* what, const std::string& text) {
      if (!text.empty()) out += wrapped(fmt::format("{}: {}", what, text), page_width, 2);
    };
    line("for", fmt::format("{}", fmt::join(record.accelerators, ", ")));
    line("for all of", fmt::format("{}", fmt::join(record.architectures, ", ")));
    line("inherits", record.inherits);
    line("provenance", record.profile.provenance);
    TextTable table("lrrl");
    for (const models::ProfileValue& value : record.values)
      table.row(
          {value.parameter, models::print_number(value.value),
           value.standard_error ? fmt::format("+- {}", models::print_number(*value.standard_error)) : "",
           value.fitted_to});
    out += table.text();
  }
  return out;
}

}  // namespace headroom::scenarios::calibration
