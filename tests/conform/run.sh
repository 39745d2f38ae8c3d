#!/bin/bash
# Conformance: each program here is compiled natively against musl and run, and run in the engine; standard
# output and exit status must be the same. A program NAME.c is the case NAME.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
. "$top/tests/native.sh"

names() { (cd "$here" && printf '%s\n' *.c | sed 's/\.c$//'); }
one() {
    run_natively "$here/$1.c" &&
        like_natively 'in the engine' --strategy="$(strategy_for "$here/$1.c")" "$here/$1.c"
}

suite "$@"
