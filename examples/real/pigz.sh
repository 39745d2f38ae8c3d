#!/bin/bash
# Builds pigz (parallel gzip) and zlib, which it needs. Usage: pigz.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch zlib
if [ ! -f "$prefix/lib/libz.a" ]; then
    cd "$build/zlib"
    logged zlib ./configure --static --prefix="$prefix"
    logged zlib make -j"$jobs" libz.a
    mkdir -p "$prefix/lib" "$prefix/include"
    cp zlib.h zconf.h "$prefix/include/"
    cp libz.a "$prefix/lib/"
fi
fetch pigz trixie
cd "$build/pigz"
logged pigz make -j"$jobs" CC="$CC" CFLAGS="-O2 -I$prefix/include" LDFLAGS="-L$prefix/lib" pigz
works "$build/pigz/pigz" some_text sh -c 'echo some_text | ./pigz -p 3 | ./pigz -d'
