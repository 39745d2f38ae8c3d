#!/bin/bash
# Builds jemalloc under names of its own, and two threads that use it (jemalloc_threads.c). Usage: jemalloc.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch jemalloc
cd "$build/jemalloc"
[ -f Makefile ] || logged jemalloc ./configure --with-jemalloc-prefix=je_ --disable-cxx --disable-libdl
logged jemalloc make -j"$jobs" build_lib_static
logged jemalloc "$CC" "$here/jemalloc_threads.c" lib/libjemalloc.a -lpthread -o threads
runs "$build/jemalloc/threads"
