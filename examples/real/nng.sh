#!/bin/bash
# Builds nng with CMake, and a request and its reply within one process (nng_pair.c). Usage: nng.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch nng
mkdir -p "$build/nng/b"
cd "$build/nng/b"
[ -f Makefile ] || logged nng cmake .. -DNNG_TESTS=OFF -DNNG_TOOLS=OFF -DNNG_ENABLE_NNGCAT=OFF
logged nng make -j"$jobs"
logged nng "$CC" -O1 -g -I../include "$here/nng_pair.c" -L. -lnng -lpthread -o pair
runs "$build/nng/b/pair"
