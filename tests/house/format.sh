#!/usr/bin/env bash
# Every source file is formatted as .clang-format says.
set -eu
cd "$(dirname "$0")/../.."
command -v clang-format >/dev/null || { echo "SKIPPED: no clang-format"; exit 0; }
find sim topologies models calibrate scenarios tests -name '*.[ch]pp' -print0 | xargs -0 clang-format --dry-run --Werror
