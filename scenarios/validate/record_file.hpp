// SPDX-License-Identifier: Apache-2.0
// Published measurements as files: schema "headroom-truth-1", described in scenarios/truth/README.md.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/language/node.hpp"

namespace headroom::scenarios::validation {

enum class RecordKind { training, network };

struct RecordFile {
  RecordKind kind = RecordKind::training;
  std::vector<Node> records;  // any JSON values: what a record must be is checked record by record
};

// Throws Error(bad_input) "file:line:column: expected ..., found ..." for what is not a file of this schema.
[[nodiscard]] RecordFile read_record_file(const std::filesystem::path& file);
[[nodiscard]] RecordFile parse_record_file(std::string_view text, const std::string& name);
// Several files; none: the measurements that ship.
[[nodiscard]] std::vector<RecordFile> read_record_files(const std::vector<std::filesystem::path>& files);
// The measurements that ship with Headroom (scenarios/truth).
[[nodiscard]] std::vector<RecordFile> shipped_records();

}  // namespace headroom::scenarios::validation
