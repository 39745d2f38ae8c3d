#!/bin/bash
# Fingerprints of states against the whole states, on an engine built for that
# (scripts/verify-fingerprints.sh). It takes minutes, so nothing is run without HEDDLE_LONG=1 (make
# check-long).
# Environment: HEDDLE_VERIFY_BUILD (the folder of that engine)
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

case_all() {
    if [ -z "${HEDDLE_LONG:-}" ]; then
        echo 'only with HEDDLE_LONG=1'
        return
    fi
    local ok wrong rest
    (cd "$top" && scripts/verify-fingerprints.sh "${HEDDLE_VERIFY_BUILD:-build-verify}") >log 2>&1
    read -r ok rest wrong rest < <(tail -n 1 log | tr -d ,)
    cat log
    passed=$((passed + ${ok:-0})) failed=$((failed + ${wrong:-1}))
}

suite "$@"
