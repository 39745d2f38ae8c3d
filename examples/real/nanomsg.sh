#!/bin/bash
# Builds nanomsg with CMake, and two sockets within one process (nanomsg_pair.c). Usage: nanomsg.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch nanomsg
mkdir -p "$build/nanomsg/b"
cd "$build/nanomsg/b"
[ -f Makefile ] || logged nanomsg cmake .. -DNN_STATIC_LIB=ON -DNN_TESTS=OFF -DNN_TOOLS=OFF -DNN_ENABLE_DOC=OFF \
    -DNN_ENABLE_NANOCAT=OFF
logged nanomsg make -j"$jobs"
logged nanomsg "$CC" -g -I../src "$here/nanomsg_pair.c" -L. -lnanomsg -lpthread -o pair
runs "$build/nanomsg/b/pair"
