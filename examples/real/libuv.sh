#!/bin/bash
# Builds libuv with CMake, and a program with a pool of threads (libuv_work.c) with it. Usage: libuv.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch libuv1
mkdir -p "$build/libuv"
cd "$build/libuv"
[ -f Makefile ] || logged libuv cmake "$build/libuv1" -DBUILD_TESTING=OFF
logged libuv make -j"$jobs"
logged libuv "$CC" -I"$build/libuv1/include" "$here/libuv_work.c" -L. -luv -lpthread -o work
runs "$build/libuv/work"
