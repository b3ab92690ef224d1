#!/usr/bin/env bash
# Arrows point down only: sim < topologies < models < scenarios. Fails on an include that points up the house.
#   arrows.sh [ROOT]
set -u
cd "${1:-$(dirname "$0")/../..}" || exit 2
wrong=0
check() {  # check FOLDER ALLOWED...: FOLDER may include itself and the folders named
  local folder=$1 allowed
  allowed=$(IFS='|'; echo "$*")
  [ -d "$folder" ] || return
  if grep -rnE '#include "(sim|topologies|models|calibrate|scenarios|gui|tests)/' "$folder" --include='*.[ch]pp' |
     grep -vE "#include \"($allowed)/"; then wrong=1; fi
}
check sim
check topologies sim
check models topologies sim
check calibrate models topologies sim
check scenarios calibrate models topologies sim
check gui scenarios calibrate models topologies sim
[ $wrong -eq 0 ] || echo "The includes above point up the house." >&2
exit $wrong
