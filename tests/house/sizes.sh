#!/usr/bin/env bash
# Small files, short functions: median <= 120 lines a file, 9 of 10 <= 400, none over 700; no function over 70 lines.
set -eu
cd "$(dirname "$0")/../.."
mapfile -t files < <(find sim topologies models calibrate scenarios tests -name '*.[ch]pp' | sort)
wc -l "${files[@]}" | awk '$2 != "total" {print $1, $2}' | sort -n | awk '
  {lines[NR] = $1; name[NR] = $2}
  END {
    median = lines[int((NR + 1) / 2)]; p90 = lines[int(NR * 0.9)]
    printf "files %d: median %d, p90 %d, longest %d (%s)\n", NR, median, p90, lines[NR], name[NR]
    exit median > 120 || p90 > 400 || lines[NR] > 700
  }'
# In formatted code a function opens on a line that ends in "{" at column 0 or 2 and closes at that column.
awk '
  FNR == 1 {open = 0}
  !open && /^(  )?[A-Za-z].*[)] *(const|noexcept|override)* *[{]$/ && !/^ *(if|for|while|switch|namespace|TEST_CASE|struct|class)/ {
    open = FNR; indent = match($0, /[^ ]/) - 1; next}
  open && match($0, /^ *[}]/) && RLENGTH - 1 == indent {
    if (FNR - open - 1 > 70) {printf "%s:%d: a function of %d lines\n", FILENAME, open, FNR - open - 1; bad = 1}
    open = 0}
  END {exit bad}' "${files[@]}"
