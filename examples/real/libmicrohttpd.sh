#!/bin/bash
# Builds libmicrohttpd, and a server that is asked once (libmicrohttpd_request.c). Usage: libmicrohttpd.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch libmicrohttpd
cd "$build/libmicrohttpd"
[ -f Makefile ] || logged libmicrohttpd ./configure --disable-doc --disable-examples --disable-curl --disable-https
logged libmicrohttpd make -j"$jobs" -C src/microhttpd
logged libmicrohttpd "$CC" -Isrc/include "$here/libmicrohttpd_request.c" src/microhttpd/.libs/libmicrohttpd.a -lpthread \
    -o request
runs "$build/libmicrohttpd/request"
