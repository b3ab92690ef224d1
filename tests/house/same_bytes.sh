#!/usr/bin/env bash
# The same scenario gives the same bytes from gcc with optimisation and from clang without.
set -euo pipefail
cd "$(dirname "$0")/../.."
other=build/clang-debug
cmake -S . -B $other -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug >/dev/null
cmake --build $other --target headroom

# answer HEADROOM SCENARIO: what it prints, and its exit code: no feasible answer is an answer, too.
answer() {
  local command=simulate code=0
  ! grep -q '"objective"' "$2" || command=plan
  "$1" $command "$2" --json || code=$?
  echo "exit code $code"
}

differ=0
for scenario in scenarios/library/*.json; do
  a=$(answer build/release/bin/headroom "$scenario" | sha256sum)
  b=$(answer $other/bin/headroom "$scenario" | sha256sum)
  [ "$a" = "$b" ] || { echo "$scenario: gcc release and clang debug differ" >&2; differ=1; }
done
[ $differ -ne 0 ] || echo "gcc release and clang debug agree byte for byte on $(ls scenarios/library/*.json | wc -l) scenarios"
exit $differ
