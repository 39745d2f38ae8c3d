#!/bin/bash
# Builds axel, without TLS. Usage: axel.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch axel trixie
cd "$build/axel"
[ -f Makefile ] || logged axel ./configure --without-ssl --disable-nls
logged axel make -j"$jobs"
works "$build/axel/axel" Axel sh -c "'$build/axel/axel' --version | sed -n '1s/ .*//p'"
