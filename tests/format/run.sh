#!/bin/bash
# The format of all C and the width of C and shell scripts (scripts/format.sh --check).
needs_engine=no
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

case_all() {
    local ok wrong rest
    "$top/scripts/format.sh" --check >log 2>&1
    read -r ok rest wrong rest < <(tail -n 1 log | tr -d ,)
    grep -v ' passed, ' log
    passed=$((passed + ${ok:-0})) failed=$((failed + ${wrong:-1}))
}

suite "$@"
