// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/html.hpp"

#include <fmt/format.h>

#include <span>

#include "sim/embedded_file.hpp"

namespace headroom::embedded {
std::span<const EmbeddedFile> report_style();
}

namespace headroom::scenarios::html {

std::string escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

std::string table(std::string_view columns, const std::vector<std::vector<std::string>>& rows, bool head) {
  std::string out = "<table>\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const char* tag = head && r == 0 ? "th" : "td";
    out += "<tr>";
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const char column = c < columns.size() ? columns[c] : 'l';
      out += fmt::format("<{0} class=\"{1}\">{2}</{0}>", tag, column, rows[r][c]);
    }
    out += "</tr>\n";
  }
  return out + "</table>\n";
}

std::string section(std::string_view title, std::string_view body) {
  return body.empty() ? "" : fmt::format("<section>\n<h3>{}</h3>\n{}</section>\n", escape(title), body);
}

std::string list(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += fmt::format("<li>{}</li>\n", escape(text));
  return out.empty() ? out : "<ul>\n" + out + "</ul>\n";
}

std::string page(const Page& page) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{}</title>\n"
      "<style>\n{}</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n<div "
      "class=\"quiet\">{}</div>\n</header>\n{}<footer>{}</footer>\n</body>\n</html>\n",
      escape(page.title), embedded::report_style().front().text, escape(page.heading), escape(page.quiet),
      page.body, escape(page.foot));
}

std::string swatch(std::string_view colour) {
  return fmt::format(
      "<svg class=\"swatch\" viewBox=\"0 0 10 10\"><rect width=\"10\" height=\"10\" fill=\"{}\"/></svg>",
      colour);
}

}  // namespace headroom::scenarios::html
