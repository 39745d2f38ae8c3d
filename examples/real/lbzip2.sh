#!/bin/bash
# Builds lbzip2 (parallel bzip2). Usage: lbzip2.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch lbzip2
cd "$build/lbzip2"
[ -f Makefile ] || logged lbzip2 ./configure
logged lbzip2 make -j"$jobs"
works "$build/lbzip2/src/lbzip2" some_text sh -c 'echo some_text | src/lbzip2 -n 3 | src/lbzip2 -d'
