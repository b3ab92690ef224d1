#!/usr/bin/env bash
# The tree passes arrows.sh, and a wrong include fails it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
"$here/arrows.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/sim" "$scratch/models"
echo '#include "models/x.hpp"' > "$scratch/sim/wrong.cpp"
! "$here/arrows.sh" "$scratch" >/dev/null 2>&1 || { echo "a wrong include passed" >&2; exit 1; }
echo '#include "sim/x.hpp"' > "$scratch/sim/wrong.cpp"
"$here/arrows.sh" "$scratch"
