// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "models/catalogue/units.hpp"
#include "scenarios/views/svg.hpp"

namespace headroom::scenarios::charts {
std::string colour(std::size_t i) {
  static constexpr std::array<const char*, 10> palette = {"#2f6fb0", "#d97b29", "#a8458a", "#c9a227",
                                                          "#c23b3b", "#b9bec4", "#3f9468", "#7d63b8",
                                                          "#7a6a58", "#4aa3a8"};
  return palette[i % palette.size()];
}

std::string stacked_bar(std::span<const Part> parts) {
  constexpr double height = 46, narrowest_with_text = 52;
  const double total = std::accumulate(parts.begin(), parts.end(), 0.0,
                                       [](double sum, const Part& p) { return sum + p.amount; });
  std::string body;
  double x = 0;
  for (std::size_t i = 0; i < parts.size() && total > 0; ++i) {
    const double width = parts[i].amount / total * page_width;
    if (width > 0) body += rect(x, 0, width, height, colour(i), parts[i].label + ": " + parts[i].percent);
    if (width > narrowest_with_text) body += label(x + width / 2, 29, "middle", "inside", parts[i].percent);
    x += width;
  }
  return svg(page_width, height, body);
}

std::string cell_bar(double fraction, const std::string& fill) {
  constexpr double width = 200, height = 12;
  const double filled = std::clamp(fraction, 0.0, 1.0) * width;
  return fmt::format(
      "<svg class=\"cell\" viewBox=\"0 0 {0} {1}\"><rect width=\"{0}\" height=\"{1}\" fill=\"#eceff2\"/>"
      "<rect width=\"{2:.2f}\" height=\"{1}\" fill=\"{3}\"/></svg>",
      width, height, filled, fill);
}

std::string bars(std::span<const Bar> all) {
  constexpr double pitch = 26, thickness = 16, right = 130;
  constexpr double letter = 7, narrowest = 230, widest = 460;  // of the labels
  double largest = 0, left = narrowest;
  for (const Bar& bar : all) {
    largest = std::max(largest, bar.value);
    left = std::clamp(letter * static_cast<double>(bar.label.size()) + 20, left, widest);
  }
  std::string body;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double y = static_cast<double>(i) * pitch;
    const double width =
        largest > 0 ? std::max(all[i].value, 0.0) / largest * (page_width - left - right) : 0;
    body += label(left - 10, y + 13, "end", "axis", all[i].label);
    body += rect(left, y, width, thickness, colour(0), all[i].label + ": " + all[i].text);
    body += label(left + width + 8, y + 13, "start", "axis", all[i].text);
  }
  return svg(page_width, static_cast<double>(all.size()) * pitch, body);
}

std::string bandwidth_curve(std::span<const Series> series) {
  constexpr double left = 90, right = 20, top = 14, bottom = 46, height = 300;
  double low = HUGE_VAL, high = 0, largest = 0;
  for (const Series& line : series) {
    for (const auto& [bytes, bandwidth] : line.points) {
      low = std::min(low, bytes);
      high = std::max(high, bytes);
      largest = std::max(largest, bandwidth);
    }
  }
  if (!(high > low) || !(largest > 0)) return "";
  const double ceiling = round_up(largest);
  const auto x_of = [&](double bytes) {
    return left + std::log2(bytes / low) / std::log2(high / low) * (page_width - left - right);
  };
  const auto y_of = [&](double bandwidth) {
    return height - bottom - bandwidth / ceiling * (height - top - bottom);
  };
  std::string body;
  for (int i = 0; i <= 4; ++i) {
    const double value = ceiling * i / 4;
    body += fmt::format("<line x1=\"{}\" x2=\"{}\" y1=\"{:.2f}\" y2=\"{:.2f}\" class=\"grid\"/>\n", left,
                        page_width - right, y_of(value), y_of(value));
    body += label(left - 8, y_of(value) + 4, "end", "axis", models::print_bandwidth(value));
  }
  // About eight ticks, each as many doublings after the one before.
  const double doublings = std::ceil(std::log2(high / low) / 8);
  for (double bytes = low; bytes <= high; bytes *= std::exp2(doublings)) {
    body += label(x_of(bytes), height - bottom + 18, "middle", "axis", models::print_bytes(bytes));
  }
  for (std::size_t s = 0; s < series.size(); ++s) {
    std::string points;
    for (const auto& [bytes, bandwidth] : series[s].points) {
      points += fmt::format("{:.2f},{:.2f} ", x_of(bytes), y_of(bandwidth));
    }
    body += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\"/>\n",
                        points, colour(s));
  }
  return svg(page_width, height, body);
}

std::string log_scatter(std::span<const Series> series, const std::string& x_title,
                        const std::string& y_title, std::string (*print)(double)) {
  constexpr double left = 110, right = 20, top = 14, bottom = 56, height = 560;
  double low = HUGE_VAL, high = 0;
  for (const Series& s : series) {
    for (const auto& [x, y] : s.points) {
      low = std::min({low, x, y});
      high = std::max({high, x, y});
    }
  }
  if (!(high > 0)) return "";
  const double first = std::floor(std::log10(low)), last = std::max(std::ceil(std::log10(high)), first + 1);
  const auto share = [&](double value) { return (std::log10(value) - first) / (last - first); };
  const auto x_of = [&](double value) { return left + share(value) * (page_width - left - right); };
  const auto y_of = [&](double value) { return height - bottom - share(value) * (height - top - bottom); };
  const auto line = [&](double x1, double y1, double x2, double y2, const char* style) {
    return fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n", x_of(x1),
                       y_of(y1), x_of(x2), y_of(y2), style);
  };
  const double begin = std::pow(10, first), end = std::pow(10, last);
  std::string body;
  for (double decade = first; decade <= last; decade += 1) {
    const double value = std::pow(10, decade);
    body +=
        line(value, begin, value, end, "class=\"grid\"") + line(begin, value, end, value, "class=\"grid\"");
    body += label(x_of(value), height - bottom + 18, "middle", "axis", print(value));
    body += label(left - 8, y_of(value) + 4, "end", "axis", print(value));
  }
  body += line(begin, begin, end, end, "stroke=\"#3b4a5a\"");
  for (std::size_t s = 0; s < series.size(); ++s) {
    for (const auto& [x, y] : series[s].points) {
      body +=
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\" fill-opacity=\"0.5\"/>\n",
                      x_of(x), y_of(y), colour(s));
    }
  }
  body += label((left + page_width - right) / 2, height - 8, "middle", "axis", x_title);
  body += label(left + 8, top + 14, "start", "axis", y_title);
  return svg(page_width, height, body);
}

}  // namespace headroom::scenarios::charts
