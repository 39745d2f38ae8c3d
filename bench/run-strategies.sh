#!/bin/bash
# The strategies side by side: complete runs, redundant runs, distinct events and seconds of each, over
# programs whose counts differ. `por` without cut-offs and as it is by default; the others have none.
# Usage: run-strategies.sh [SECONDS]     the limit of one exploration (60); what does not end is told so
# Environment: HEDDLE
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
limit=${1:-60}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }

# run NAME STRATEGY OPTION...: one row
run() {
    local name=$1 strategy=$2 note=
    shift 2
    "$HEDDLE" test -q --exact-counts --max-time="$limit" --strategy="${strategy%+}" --out="$work/out" \
        --summary="$work/s.json" "$@" >"$work/log" 2>&1
    [ "$(jq -r .halt_reason "$work/s.json")" = finished ] || note='  (not finished)'
    read -r t r e s < <(jq -r '[.traces, .redundant, .events, .seconds] | @tsv' "$work/s.json")
    printf '%-18s %-8s %9d %9d %9d %9.2f%s\n' "$name" "$strategy" "$t" "$r" "$e" "$s" "$note"
}
# all NAME OPTION...
all() {
    local name=$1
    shift
    run "$name" dpor "$@"
    run "$name" unfold "$@"
    run "$name" contextual "$@"
    run "$name" por --cutoffs=off "$@"
    run "$name" por+ "$@"
}

printf '%-18s %-8s %9s %9s %9s %9s\n' program strategy runs redundant events seconds
memory=--interleave=memory
for n in 3 4 5; do all "fibonacci $n" $memory -DSAFE -DN=$n "$here/../examples/fibonacci.c"; done
for n in 12 16; do all "pairs $n" -DPAIRS=$n "$here/../tests/strategies/pairs.c"; done
for s in unfold contextual; do run 'pairs 60' $s -DPAIRS=60 "$here/../tests/strategies/pairs.c"; done
all 'readers 8' $memory -DSAFE -DREADERS=8 "$here/../examples/read_read_write.c"
all 'indexer 13' -DN=13 "$here/../examples/indexer.c"
all szymanski $memory -DSAFE "$here/../examples/szymanski.c"
all philosophers "$here/../examples/philosophers.c"
all 'addall' "$here/../examples/addall.c"
echo 'por+: with cut-offs'
