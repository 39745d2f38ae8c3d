#!/bin/bash
# Builds zstd. Usage: zstd.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch libzstd
cd "$build/libzstd"
logged zstd make -j"$jobs" CC="$CC" zstd
runs "$build/libzstd/programs/zstd" -T2 -c
