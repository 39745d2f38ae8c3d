#!/bin/bash
# Builds xz (with liblzma as a shared library, which is linked in). Usage: xz.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch xz-utils
cd "$build/xz-utils"
[ -f Makefile ] || logged xz ./configure
logged xz make -j"$jobs"
runs "$build/xz-utils/src/xz/.libs/xz" -0 -T2 -c
