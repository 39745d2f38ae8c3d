#!/bin/bash
# Builds flac (the first one with threads is of a newer suite), without Ogg and its assembly code.
# Usage: flac.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch flac trixie only
cd "$build/flac"
[ -f Makefile ] || logged flac ./configure --disable-ogg --disable-asm-optimizations --disable-cpplibs \
    --disable-doxygen-docs --disable-shared --disable-examples
for folder in libFLAC share flac; do logged flac make -j"$jobs" -C "src/$folder"; done
# Text as samples: what was compressed is the same.
runs "$build/flac/src/flac/flac" -s --force-raw-format --endian=little --sign=signed --channels=1 --bps=8 \
    --sample-rate=8000 --threads=2 --blocksize=64 -c -
