#!/bin/bash
# Random C programs: the checksum printed by a csmith program must be the same natively and in the engine. A
# case is a seed. Programs that do not end natively within two seconds are passed over; they are compiled
# without optimisation, as an optimiser may take a loop for ever for one that ends.
# One run takes a half of 24 seeds, which the commit chooses. HEDDLE_LONG=1: 300 programs
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# The header a csmith program includes, with the safe arithmetic it calls.
headers=
for folder in /usr/include/csmith /usr/include/csmith-2.3.0 /usr/local/include/csmith-2.3.0; do
    if [ -f "$folder/csmith.h" ]; then headers=$folder; fi
done

# A few more than are wanted, since some are passed over.
names() {
    local first last offset
    offset=$(first_seed)
    read -r first last < <(part_of "$([ -n "${HEDDLE_LONG:-}" ] && echo 330 || echo 24)" 2)
    seq $((offset + first)) $((offset + last))
}
is_case() { [[ $1 =~ ^[0-9]+$ ]]; }

one() {
    local status
    if [ -z "$headers" ] || ! command -v csmith >/dev/null; then
        bad 'csmith and its headers are not installed'
        return
    fi
    csmith --seed "$1" --no-volatiles --no-packed-struct --max-funcs 5 --max-block-depth 3 \
        --max-expr-complexity 6 --max-array-dim 2 --max-array-len-per-dim 6 --output program.c \
        >/dev/null 2>&1 || return
    clang-19 -w -O0 -I"$headers" program.c -o program 2>/dev/null || return
    { timeout 2 ./program >native; } 2>/dev/null || return
    timeout 300 "$HEDDLE" test --quiet --strategy=dfs --echo-output --out=out -I"$headers" program.c \
        >engine 2>err
    status=$?
    if [ "$status" -ne 0 ]; then
        bad "heddle ended with status $status: $(tail -n 2 err | tr '\n' ' ')"
    else
        same 'in the engine' "$(cat engine)" "$(cat native)"
    fi
}

suite "$@"
