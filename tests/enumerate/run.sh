#!/bin/bash
# Random functions of two bytes: the outcomes that symbolic execution reaches are those that the enumeration
# of all 65,536 values reaches natively (generate.c). A case is a seed, whose program has FUNCTIONS functions
# and is explored with one solver, auto, sat or z3, by turns; with z3, which takes much longer, it has a fifth
# of them. An exploration that a limit ended may have reached fewer.
# One run takes one of three seeds, so one of the solvers, which the commit chooses.
# HEDDLE_LONG=N: N times 200 seeds, all of them, and longer limits.
# Environment: FUNCTIONS (10), SOLVER (one of the three, for every seed), LIMIT (seconds of an exploration)
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

names() {
    local first last count=3 offset
    offset=$(first_seed)
    [ -z "${HEDDLE_LONG:-}" ] || count=$((200 * HEDDLE_LONG))
    read -r first last < <(part_of "$count" 3)
    for ((; first <= last; first++)); do echo "$((offset + first))"; done
}
is_case() { [[ $1 =~ ^[0-9]+$ ]]; }

one() {
    local solvers=(auto sat z3) solver status=0 limit=8 functions=${FUNCTIONS:-10}
    [ -z "${HEDDLE_LONG:-}" ] || limit=30
    limit=${LIMIT:-$limit}
    solver=${SOLVER:-${solvers[$1 % 3]}}
    [ "$solver" != z3 ] || functions=$(((functions + 4) / 5))
    "$HEDDLE_BUILD/generate" "$1" "$functions" >program.c
    "${HEDDLE_CLANG:-clang-19}" -DNATIVE -O0 -ffp-contract=off -w program.c -lm -o program &&
        ./program >native ||
        bad "the program does not run natively"
    "$HEDDLE" test --quiet --strategy=por --solver="$solver" --max-time=$limit --summary=summary.json \
        program.c >log 2>&1 || status=$?
    [ "$status" -le 1 ] || [ "$status" -eq 3 ] || bad "exit status $status: $(tail -n 5 log)"
    jq -r '.bugs[].line' summary.json | sort -n >reached
    if [ "$(jq -r .complete summary.json)" = true ]; then
        same "outcomes with $solver" "$(cat reached)" "$(cat native)"
    elif [ -n "$(comm -23 <(sort reached) <(sort native))" ]; then
        bad "no value has, with $solver: $(comm -23 <(sort reached) <(sort native) | tr '\n' ' ')"
    else
        good
    fi
}

suite "$@"
