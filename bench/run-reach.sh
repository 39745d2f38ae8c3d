#!/bin/bash
# Small programs of the kinds that exploration has to reach the end of (reach/): numbers that race in
# sections or under a lock, sections between other objects, stacks of inputs, weak memory written out,
# tables at unbounded indices, locks that wait by looking, workers that are alike, inputs that are counted
# down.
# Usage: run-reach.sh
# Environment: HEDDLE; BEFORE (another heddle, measured in turn; its seconds and events come first); LIMIT
# (seconds for one program, 60)
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
LIMIT=${LIMIT:-60}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
failures=0

# explore WHICH FILE OPTIONS…: figures are in the variables seconds, events, kinds, complete
explore() {
    local heddle=$1 file=$2
    shift 2
    rm -f "$work/s.json"
    "$heddle" test -q -w --max-time="$LIMIT" --out="$work/out" --summary="$work/s.json" "$@" "$file" \
        >"$work/log" 2>&1
    [ -f "$work/s.json" ] || { seconds=- events=- kinds=none complete=; return; }
    seconds=$(jq -r '.seconds * 100 | round / 100' "$work/s.json")
    events=$(jq -r .events "$work/s.json")
    kinds=$(jq -r '[.bugs[].kind] | unique | join(" ")' "$work/s.json")
    complete=$(jq -r .complete "$work/s.json")
    [ "$(jq -r .halt_reason "$work/s.json")" = finished ] || seconds=">$seconds"
}

# row FILE KINDS OPTIONS…: what is found must be of these kinds (-: nothing)
row() {
    local file=$here/reach/$1 want=${2#-} name="$1"
    shift 2
    name="$name $*"
    local old=
    if [ -n "${BEFORE:-}" ]; then
        explore "$BEFORE" "$file" "$@"
        old="| $seconds | $events "
    fi
    explore "$HEDDLE" "$file" "$@"
    printf '| %-34s %s| %s | %s |\n' "$name" "$old" "$seconds" "$events"
    if [ "$kinds" != "$want" ] || [ "$complete" != true ]; then
        echo "$name: found '$kinds', complete: $complete; wanted '$want'" >&2
        failures=$((failures + 1))
    fi
}

if [ -n "${BEFORE:-}" ]; then
    echo '| program | before s | events | after s | events |'
    echo '| --- | --- | --- | --- | --- |'
else
    echo '| program | s | events |'
    echo '| --- | --- | --- |'
fi
for n in 5 10 20; do
    row races.c - -DN=$n
    row races.c - -DMUTEX -DN=$n
done
row races.c assertion -DWRONG -DN=10
for n in 5 10; do
    row races.c - -DFIBONACCI -DN=$n
    row races.c - -DFIBONACCI -DMUTEX -DN=$n
done
for object in SEM RW PIPE; do row between.c - -D$object; done
row input_stack.c - -DN=10
row long_stack.c - -DSIZE=12
for test in 2 4 6; do row store_buffers.c - -DTEST=$test; done
for test in 1 3 5; do row store_buffers.c assertion -DTEST=$test; done
row lookup.c memory
row lookup.c - -DSAFE
for n in 3 4 5; do row ticket.c - -DN=$n; done
row ticket.c - -DN=4 -DASSUME
for n in 3 5 7; do row queue.c - -DN=$n; done
row ../../tests/infinite/count_down.c -
row ../../tests/infinite/counted_looks.c -
for file in once_each sections work_queue; do row ../../tests/symmetry/$file.c -; done
exit $((failures > 0))
