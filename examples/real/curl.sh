#!/bin/bash
# Builds curl, which looks up names in a thread, without TLS, compression and what else needs libraries.
# Usage: curl.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch curl
cd "$build/curl"
[ -f Makefile ] || logged curl ./configure --disable-shared --without-ssl --without-zlib --without-brotli --without-zstd \
    --without-libpsl --without-libidn2 --without-nghttp2 --without-librtmp --without-libssh2 --disable-ldap \
    --disable-manual --enable-threaded-resolver
logged curl make -j"$jobs"
works "$build/curl/src/curl" curl sh -c "'$build/curl/src/curl' --version | sed -n '1s/ .*//p'"
