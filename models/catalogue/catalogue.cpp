// SPDX-License-Identifier: Apache-2.0
// Which file holds which kind of record, and when it is read.
#include "models/catalogue/catalogue.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <span>

#include "models/catalogue/in_quotes.hpp"
#include "models/catalogue/near_names.hpp"
#include "sim/embedded_file.hpp"
#include "sim/error.hpp"

namespace headroom::embedded {
std::span<const EmbeddedFile> catalogue();
}

namespace headroom::models {
namespace {

struct FileName {
  std::string_view name;
  std::string_view kind;
};

// In this order; two files may hold one kind.
constexpr auto file_names = std::to_array<FileName>({{"accelerators.json", "accelerator"},
                                                     {"more_accelerators.json", "accelerator"},
                                                     {"servers.json", "server"},
                                                     {"nics.json", "nic"},
                                                     {"switches.json", "switch"},
                                                     {"cables.json", "cable"},
                                                     {"links.json", "link"},
                                                     {"hosts.json", "host"},
                                                     {"prices.json", "price"},
                                                     {"rents.json", "rent"},
                                                     {"economics.json", "economics"},
                                                     {"regions.json", "region"},
                                                     {"models.json", "model"}});

std::string_view built_in_text(std::string_view name) {
  for (const auto& file : embedded::catalogue())
    if (file.name == name) return file.text;
  throw internal("the data file " + std::string(name) + " was not compiled in");
}

std::string file_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in) throw bad_input("cannot read the catalogue file " + path.string());
  return text;
}

// Records of `more` replace those of the same id; new ones come last.
void overlay(Table& table, Table more) {
  for (auto& record : more.records) {
    const auto same = std::find_if(table.records.begin(), table.records.end(),
                                   [&](const Record& r) { return r.id() == record.id(); });
    if (same == table.records.end())
      table.records.push_back(std::move(record));
    else
      *same = std::move(record);
  }
  table.date = std::max(table.date, more.date);
}

}  // namespace

struct Catalogue::Files {
  struct Entry {
    std::string_view kind;
    std::once_flag once;
    Table table;
  };

  Files() {
    for (const auto& file : file_names)
      if (entry(file.kind) == nullptr) entries.emplace_back(std::make_unique<Entry>())->kind = file.kind;
  }

  [[nodiscard]] Entry* entry(std::string_view kind) const {
    for (const auto& e : entries)
      if (e->kind == kind) return e.get();
    return nullptr;
  }

  const Table& table(std::string_view kind) const {
    Entry* found = entry(kind);
    if (found == nullptr) throw bad_input(unknown_name("kind of catalogue record", kind, kinds()));
    std::call_once(found->once, [&] { found->table = read(kind); });
    return found->table;
  }

  [[nodiscard]] Table read(std::string_view kind) const {
    Table out;
    for (const auto& file : file_names)
      if (file.kind == kind) overlay(out, read_table(kind, file.name, built_in_text(file.name)));
    for (const auto& path : user_files)
      for (const auto& file : file_names)
        if (file.kind == kind && path.filename() == file.name)
          overlay(out, read_table(kind, path.string(), file_text(path)));
    return out;
  }

  std::vector<std::unique_ptr<Entry>> entries;
  std::vector<std::filesystem::path> user_files;  // sorted
};

const Catalogue& Catalogue::built_in() {
  static const Catalogue catalogue{std::make_shared<const Files>()};
  return catalogue;
}

Catalogue Catalogue::load(const std::string& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    throw bad_input("catalogue folder " + in_quotes(folder) + " does not exist");
  auto files = std::make_shared<Files>();
  std::vector<std::string> known;
  for (const auto& file : file_names) known.emplace_back(file.name);
  for (const auto& item : std::filesystem::directory_iterator(folder, error)) {
    if (item.path().extension() != ".json") continue;
    const std::string name = item.path().filename().string();
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw bad_input(unknown_name("catalogue file", name, known) + " (in " + folder + ")");
    files->user_files.push_back(item.path());
  }
  if (error)
    throw bad_input("cannot read the catalogue folder " + in_quotes(folder) + ": " + error.message());
  std::sort(files->user_files.begin(), files->user_files.end());
  for (const auto& kind : kinds()) (void)files->table(kind);  // a wrong file is told at once
  return Catalogue(files);
}

const Table& Catalogue::table(std::string_view kind) const {
  return files_->table(kind);
}

std::vector<std::string> Catalogue::kinds() {
  std::vector<std::string> out;
  for (const auto& file : file_names)
    if (out.empty() || out.back() != file.kind) out.emplace_back(file.kind);
  return out;
}

std::vector<std::string> Catalogue::list(std::string_view kind) const {
  std::vector<std::string> out;
  for (const auto& record : table(kind).records) out.push_back(record.id());
  return out;
}

const Record& Catalogue::record(std::string_view kind, std::string_view id) const {
  if (const Record* found = table(kind).find(id)) return *found;
  throw bad_input(unknown_name(kind, id, list(kind)));
}

double Catalogue::number(std::string_view kind, std::string_view id, std::string_view key) const {
  return record(kind, id).number(key);
}

std::string Catalogue::date() const {
  return table("economics").date;
}

}  // namespace headroom::models
