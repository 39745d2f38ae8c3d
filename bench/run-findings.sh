#!/bin/bash
# What findings cost: explores programs with bugs within a budget each, and prints for each the number of
# findings, milliseconds for confirming (and shortening) one, and of the tests that were written the bytes,
# steps and switches between threads: the median and the most.
# Usage: run-findings.sh [FOLDER [SECONDS]]      (FOLDER: where examples/real/memcached-bugs.sh built; where
# nothing was built, only the examples are explored; SECONDS a program, default 25)
# Environment: HEDDLE (the executable), ONLY (a pattern of names, such as 'memcached*')
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/.." && pwd)
HEDDLE=${HEDDLE:-$top/build/heddle}
built=$(realpath -m "${1:-$top/examples/real/build}")
seconds=${2:-25}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
peer=$top/examples/real/server_peer.c
item='-DCOMMANDS="set a 0 0 1\r\nx\r\n"'

line() { printf '%-20s %8s %8s %9s %9s %8s %8s %9s %9s\n' "$@"; }
line program findings 'ms each' bytes most steps most switches most
# middle FILE: the median and the largest of the numbers in a file, one a line
middle() { sort -n "$1" | awk '{ n[NR] = $1 } END { print n[int((NR + 1) / 2)], n[NR] }'; }
# row NAME OPTIONS…: one line of the table
row() {
    local name=$1 test
    shift
    # shellcheck disable=SC2053
    [[ $name == ${ONLY:-*} ]] || return 0
    rm -rf "$work/out" "$work/s.json"
    "$HEDDLE" test --quiet --max-time="$seconds" --summary="$work/s.json" --out="$work/out" "$@" \
        >"$work/log" 2>&1 || true
    [ -f "$work/s.json" ] || { echo "$name: no summary" && tail -n 5 "$work/log" && return 0; }
    : >"$work/bytes" && : >"$work/steps" && : >"$work/switches"
    for test in "$work"/out/*.test.json; do
        [ -e "$test" ] || continue
        wc -c <"$test" >>"$work/bytes"
        "$HEDDLE" show "$test" | sed -n 's/^  [0-9]* of \([0-9]*\) steps use an object.*/\1/p' >>"$work/steps"
        jq '[.schedule[].thread] | . as $t | [range(1; length) | select($t[.] != $t[. - 1])] | length' \
            "$test" >>"$work/switches"
    done
    # shellcheck disable=SC2046
    line "$name" $(jq -r '(.bugs | length) as $n | $n,
        (if .confirm_seconds and $n > 0 then .confirm_seconds / $n * 10000 | round / 10 else "-" end)' \
        "$work/s.json") $(middle "$work/bytes") $(middle "$work/steps") $(middle "$work/switches")
}
examples=$top/examples
for name in account philosophers lost_update lazy_init bounded_buffer circular_buffer two_stage; do
    row "$name" "$examples/$name.c"
    row "$name-random" --strategy=random --max-traces=1000 "$examples/$name.c"
done
row noise-random --strategy=random -DFIRST=writer -DSECOND=reader "$top/tests/findings/noise.c"
for bug in twice unlocked expanding stats; do
    [ -x "$built/memcached-$bug/memcached" ] || continue
    arguments=(-u root -t 2 -p 11211 -U 0 -m 8 -A -l 127.0.0.1
        -o no_lru_maintainer,no_lru_crawler,hashpower=12)
    # The crawler thread is what "unlocked" is about.
    [ "$bug" = unlocked ] && arguments[-1]=no_lru_maintainer,hashpower=12
    row "memcached-$bug" --max-timeouts=3 "$item" "$built/memcached-$bug/memcached" "$peer" \
        -- "${arguments[@]}"
done
