#!/bin/bash
# Random queries and paths to both back ends of the solver: see queries.c. A case is a range of seeds,
# FIRST-LAST.
# One run takes a twelfth of the seeds, which the commit chooses. HEDDLE_LONG=N: N times 100,000 queries
# instead of 3,000.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

names() {
    local first last count=3000 step=500 offset
    offset=$(first_seed)
    [ -z "${HEDDLE_LONG:-}" ] || count=$((100000 * HEDDLE_LONG)) step=10000
    read -r first last < <(part_of "$count" 20)
    for ((; first <= last; first += step)); do
        echo "$((offset + first))-$((offset + (first + step > last ? last : first + step - 1)))"
    done
}
is_case() { [[ $1 =~ ^[0-9]+-[0-9]+$ ]]; }

one() {
    local first=${1%-*} last=${1#*-}
    if "$HEDDLE_BUILD/queries" "$first" "$((last - first + 1))" >log 2>&1; then
        passed=$((passed + last - first + 1))
    else
        bad "queries $first $((last - first + 1)): $(tail -n 8 log)"
    fi
}

suite "$@"
