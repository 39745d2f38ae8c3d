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
    run_options=--checks=no-race run_once "$here/$1.c"
    for try in 1 2 3; do
        run_natively "$here/$1.c" || return
        cmp -s native engine && break
    done
    ended_natively 'in one run'
}

suite "$@"
