#!/usr/bin/env bash
# The same scenario gives the same bytes from gcc with optimisation and from clang without.
set -euo pipefail
cd "$(dirname "$0")/../.."
other=build/clang-debug
cmake -S . -B $other -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug >/dev/null
cmake --build $other --target headroom
differ=0
for scenario in scenarios/library/*.json; do
  a=$(build/release/bin/headroom simulate "$scenario" --json | sha256sum)
  b=$($other/bin/headroom simulate "$scenario" --json | sha256sum)
  [ "$a" = "$b" ] || { echo "$scenario: gcc release and clang debug differ" >&2; differ=1; }
done
[ $differ -ne 0 ] || echo "gcc release and clang debug agree byte for byte on $(ls scenarios/library/*.json | wc -l) scenarios"
exit $differ
