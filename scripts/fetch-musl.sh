#!/bin/bash
# Fetches and unpacks the source of musl, the C library that programs under test are linked with, from the
# Debian source package.
# Usage: fetch-musl.sh CACHE_FOLDER      prints the folder of the unpacked source on its last line
set -eu
mkdir -p "$1"
cache=$(cd "$1" && pwd)

found() { ls -d "$cache"/musl-src/musl*/ 2>/dev/null | head -n 1 | sed 's:/$::'; }
[ -n "$(found)" ] || "$(dirname "$0")/fetch-source.sh" musl "$cache/musl-src/musl"
found
