#!/bin/bash
# Builds programs of GNU coreutils: sort, wc, cksum, base64, expr, factor, and those in MORE. sort's threads begin to
# work at 4 lines instead of 131072. Usage: coreutils.sh [FOLDER]     Environment: MORE (names of more programs)
. "$(dirname "$0")/common.sh"
programs="sort wc cksum base64 expr factor ${MORE:-}"
fetch coreutils
cd "$build/coreutils"
grep -q 'HEURISTIC = 4 ' src/sort.c || sed -i 's/SUBTHREAD_LINES_HEURISTIC = 128 \* 1024/SUBTHREAD_LINES_HEURISTIC = 4/' src/sort.c
# Of what is optional, nothing; arithmetic in C, not in assembly.
[ -f Makefile ] || FORCE_UNSAFE_CONFIGURE=1 logged coreutils ./configure CPPFLAGS=-DNO_ASM --disable-nls --disable-acl --disable-libcap \
    --disable-xattr --without-selinux --without-libgmp --with-openssl=no --disable-dependency-tracking
printf 'include Makefile\nsources: $(BUILT_SOURCES)\n' >heddle.mk
logged coreutils make -f heddle.mk sources
logged coreutils make -j"$jobs" $(printf 'src/%s ' $programs)
cd src
works "$PWD/sort" '1 2 3 4 5 6 7 8 ' sh -c 'printf "%s\n" 8 7 1 2 6 5 3 4 | ./sort --parallel=2 | tr "\n" " "'
works "$PWD/wc" '1 2 10' sh -c 'echo some text | ./wc | tr -s " " | sed "s/^ //"'
works "$PWD/cksum" '4294967295 0 /dev/null' ./cksum /dev/null
works "$PWD/base64" 'c29tZSB0ZXh0Cg==' sh -c 'echo some text | ./base64'
works "$PWD/expr" '12' ./expr 3 '*' 4
works "$PWD/factor" '123456789: 3 3 3607 3803' ./factor 123456789
