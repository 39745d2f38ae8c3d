#!/bin/bash
# Builds git, without what needs other libraries than zlib. Usage: git.sh [FOLDER]
. "$(dirname "$0")/common.sh"
need_zlib
fetch git
cd "$build/git"
logged git make -j"$jobs" CC="$CC" CFLAGS="-O2 -I$prefix/include" LDFLAGS="-L$prefix/lib" \
    NO_CURL=1 NO_EXPAT=1 NO_OPENSSL=1 NO_GETTEXT=1 NO_PERL=1 NO_PYTHON=1 NO_TCLTK=1 NO_REGEX=1 git
works "$build/git/git" 'common.sh:1' ./git -C "$here" grep --no-index --threads=2 -c '^need_zlib()' -- common.sh
