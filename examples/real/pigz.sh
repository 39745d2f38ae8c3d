#!/bin/bash
# Builds pigz (parallel gzip) and zlib, which it needs. Usage: pigz.sh [FOLDER]
. "$(dirname "$0")/common.sh"
need_zlib
fetch pigz trixie
cd "$build/pigz"
logged pigz make -j"$jobs" CC="$CC" CFLAGS="-O2 -I$prefix/include" LDFLAGS="-L$prefix/lib" pigz
works "$build/pigz/pigz" some_text sh -c 'echo some_text | ./pigz -p 3 | ./pigz -d'
