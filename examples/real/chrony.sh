#!/bin/bash
# Builds chrony, without cryptography and what else needs libraries. Usage: chrony.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch chrony
cd "$build/chrony"
[ -f Makefile ] || logged chrony ./configure --disable-readline --disable-sechash --disable-nts --without-nettle \
    --without-gnutls --without-nss --without-tomcrypt --without-seccomp --without-libcap
logged chrony make -j"$jobs" chronyd chronyc
works "$build/chrony/chronyd" version sh -c './chronyd --version | cut -d" " -f3'
