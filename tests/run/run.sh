#!/bin/bash
# heddle run is a run as on a machine: each program here, about threads, sleeps, timers, signals and waiting
# for descriptors, writes what it writes natively, and ends with the same exit status. A program NAME.c is the
# case NAME. What races on purpose is not told: other suites look for races.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
. "$top/tests/native.sh"

names() { (cd "$here" && printf '%s\n' *.c | sed 's/\.c$//'); }
# On a busy machine a program may be late natively, so it has three tries.
one() {
    local try
    run_natively "$here/$1.c" || return
    "$HEDDLE" run --checks=no-race "$here/$1.c" >engine 2>err
    for try in 1 2; do
        cmp -s native engine && break
        run_natively "$here/$1.c" || return
    done
    run_options=--checks=no-race ends_natively 'in one run' "$here/$1.c"
}

suite "$@"
