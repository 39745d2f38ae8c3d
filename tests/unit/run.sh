#!/bin/bash
# The unit tests: each test_NAME.c is one program, built by meson, and one case. Each of its tests counts.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

names() { (cd "$here" && printf '%s\n' test_*.c | sed 's/\.c$//'); }

one() {
    local program=$HEDDLE_BUILD/$1 limit=300 tests
    # The random ones take long where they are asked for much.
    [ -z "${HEDDLE_LONG:-}" ] || limit=1800
    if [ ! -x "$program" ]; then
        bad "$program is not built (cmocka is needed for it)"
        return
    fi
    (cd "$top" && timeout "$limit" "$program") >log 2>&1
    local status=$?
    tests=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' log | tail -n 1)
    passed=$((passed + ${tests:-0}))
    [ "$status" -eq 0 ] && [ -n "$tests" ] || bad "exit status $status: $(tail -n 40 log)"
}

suite "$@"
