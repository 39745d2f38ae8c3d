#!/bin/bash
# Damaged inputs and random command lines: see fuzz.c. A case is a range of its random numbers, SEED:COUNT.
# Environment: HEDDLE_LONG: ten thousand instead of a hundred and fifty
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

names() {
    local count=75 seed
    [ -z "${HEDDLE_LONG:-}" ] || count=5000
    for seed in $(seeds 2); do echo "$seed:$count"; done
}
is_case() { [[ $1 =~ ^[0-9]+:[0-9]+$ ]]; }

# Programs of many kinds, none of which includes another one.
prepare() {
    mkdir programs
    grep -L '^#include "' "$top"/tests/{detect,objects,races}/*.c "$top"/examples/*.c |
        xargs cp -t programs
}

one() {
    local seed=${1%:*} count=${1#*:} cases wrong kept=$HEDDLE_BUILD/fuzz-failed
    "$HEDDLE_BUILD/fuzz" "$HEDDLE" "$common/programs" "$count" "$seed" >log 2>&1
    grep -v ' cases, ' log
    cases=$(sed -n 's/^\([0-9]*\) cases, .*/\1/p' log)
    wrong=$(grep -c '^FAIL' log)
    if [ -z "$cases" ]; then
        bad "no count: $(tail -n 3 log)"
    else
        passed=$((passed + cases - wrong)) failed=$((failed + wrong))
    fi
    if [ "$wrong" -ne 0 ]; then
        mkdir -p "$kept" && cp -r failed-* "$kept"
        echo "what failed is in $kept"
    fi
    [ -z "$(ls "$TMPDIR")" ] || bad "temporary files are left: $(ls "$TMPDIR" | head -n 3)"
}

suite "$@"
