#!/bin/bash
# Data races against ThreadSanitizer: random programs of the oracle (tests/oracle/orders.c) run natively under
# it, and each variable that it tells a race on must be one that heddle tells one on. A case is a range of
# seeds, FIRST-LAST. Where no compiler can link or run programs with ThreadSanitizer, nothing is compared.
# (That heddle tells nothing where there is no race is compared by the oracle.)
# HEDDLE_LONG=N: N times 2000 programs instead of 20.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

runs=8 # of each program, with other delays

names() {
    local first last count=200 step=5 offset
    offset=$(first_seed)
    [ -z "${HEDDLE_LONG:-}" ] || count=$((2000 * HEDDLE_LONG)) step=50
    read -r first last < <(part_of "$count" 20)
    for ((; first <= last; first += step)); do
        echo "$((offset + first))-$((offset + (first + step > last ? last : first + step - 1)))"
    done
}
is_case() { [[ $1 =~ ^[0-9]+-[0-9]+$ ]]; }

compiler=
for compiler in clang-19 gcc clang; do
    echo "int main(void) { return 0; }" |
        "$compiler" -fsanitize=thread -x c - -o /dev/null 2>/dev/null && break
    compiler=
done

sanitized() { "$compiler" -w -g -O1 -fsanitize=thread -DNATIVE "$1" -o "$2" -lpthread; }

works() {
    [ -n "$compiler" ] || return
    echo 'int main(void) { return 0; }' >works.c
    sanitized works.c works 2>/dev/null && ./works 2>/dev/null
}

# The variables in what ThreadSanitizer says: x0 …
told_natively() { grep -o "is global 'x[0-9]*'" | grep -o 'x[0-9]*' | sort -u; }

compare() {
    local seed=$1 run native told
    HEDDLE_ORACLE_ORDERS=native HEDDLE_ORACLE_TEXT=1 "$HEDDLE_BUILD/oracle" "$HEDDLE_BUILD/resource" \
        "$seed" 1 | sed '/programs agree/d' >p.c
    sanitized p.c p || { bad "seed $seed: it does not compile"; return; }
    native=$(for ((run = 10; run < 10 + runs; run++)); do
        TSAN_OPTIONS=exitcode=0 timeout 60 ./p "$run" 2>&1
    done | told_natively)
    [ -n "$native" ] || return
    "$HEDDLE" test p.c --quiet --summary=summary.json --out=out >log 2>&1
    told=$(jq -r '.bugs[] | select(.kind == "race") | .variable' summary.json | sort -u)
    [ "$(jq -r .complete summary.json)" = true ] || bad "seed $seed: not complete"
    for run in $native; do
        races=$((races + 1))
        grep -qx "$run" <<<"$told" && continue
        bad "seed $seed: ThreadSanitizer tells a race on $run"
        cp p.c "$HEDDLE_BUILD/tsan-$seed.c"
    done
}

one() {
    local seed races=0
    works || { echo "programs with ThreadSanitizer do not run here"; good; return; }
    for ((seed = ${1%-*}; seed <= ${1#*-}; seed++)); do compare "$seed"; done
    echo "$races variables on which ThreadSanitizer told races"
    good
}

suite "$@"
