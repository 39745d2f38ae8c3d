#!/bin/bash
# Builds and runs the snapshot measurement against the library in build/.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build}
program=$(mktemp)
trap 'rm -f "$program"' EXIT
gcc -std=gnu17 -D_GNU_SOURCE -O2 -Isrc bench/snapshot.c "$build/libheddle-engine.a" \
    $(llvm-config-19 --ldflags --libs --link-shared) -lz3 -lcadical -lstdc++ -ljansson -lsqlite3 -lm \
    -o "$program"
"$program" examples/addall.c "$build/resource"
