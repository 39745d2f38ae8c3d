#!/bin/bash
# The strategies side by side: complete runs, redundant runs, distinct events, seconds (without compiling) and
# peak memory of each, over programs whose counts differ. `unfold` and `por` run without and with cut-offs (+:
# with, as they do by default); `dpor` and `contextual` have none.
# Usage: run-strategies.sh [SECONDS]     the limit of one exploration (60); what does not end is told as such
# Environment: HEDDLE, ONLY (a pattern of programs, such as 'updater*')
# Exit status: 1 where strategies that have to agree do not. Without cut-offs these explore the same
# unfolding: `por` and `dpor` have as many runs, with `unfold` as many events.
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
limit=${1:-60}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }
measure=()
[ -x /usr/bin/time ] && measure=(/usr/bin/time -o "$work/peak" -f %M)
wrong=0

# run NAME STRATEGY OPTION...: one row; sets r_traces, r_events (empty where it did not finish)
run() {
    local name=$1 strategy=$2 cutoffs=() note='' rss seconds redundant halt
    shift 2
    case $strategy in unfold | por) cutoffs=(--cutoffs=off) ;; esac
    rm -f "$work/s.json" "$work/peak"
    ${measure[@]+"${measure[@]}"} "$HEDDLE" test -q --exact-counts --max-time="$limit" --out="$work/out" \
        --strategy="${strategy%+}" ${cutoffs[@]+"${cutoffs[@]}"} --summary="$work/s.json" "$@" \
        >"$work/log" 2>&1
    if [ ! -f "$work/s.json" ]; then
        printf '%-22s %-10s has no summary: %s\n' "$name" "$strategy" "$(tail -n 1 "$work/log")"
        r_traces='' r_events='' wrong=1
        return
    fi
    read -r r_traces redundant r_events seconds rss halt < <(
        jq -r '[.traces, .redundant, .events, .seconds, .rss_bytes / 1024, .halt_reason] | @tsv' \
            "$work/s.json")
    # What the process had at most; without the tool, what it has at the end.
    [ -f "$work/peak" ] && rss=$(tail -n 1 "$work/peak")
    [ "$halt" = finished ] || note="  (not finished: $halt)"
    printf '%-22s %-10s %9d %9d %9d %8.2f %5.0f%s\n' "$name" "$strategy" "$r_traces" "$redundant" \
        "$r_events" "$seconds" "$(jq -n "$rss / 1024")" "$note"
    [ "$halt" = finished ] || r_traces='' r_events=''
}
# agree NAME WHAT COUNT COUNT...: all that finished are the same
agree() {
    local name=$1 what=$2 first='' n
    shift 2
    for n in "$@"; do
        [ -n "$n" ] || continue
        [ "$n" = "${first:=$n}" ] || { echo "$name: $what differ: $*" && wrong=1 && return; }
    done
}
# all NAME OPTION...
all() {
    local name=$1 traces events
    # shellcheck disable=SC2053
    [[ $name == ${ONLY:-*} ]] || return 0
    shift
    run "$name" dpor "$@"
    traces=("$r_traces") events=("$r_events")
    run "$name" unfold "$@"
    events+=("$r_events")
    run "$name" unfold+ "$@"
    run "$name" contextual "$@"
    run "$name" por "$@"
    traces+=("$r_traces") events+=("$r_events")
    run "$name" por+ "$@"
    agree "$name" 'runs of dpor and por' "${traces[@]}"
    agree "$name" 'events of dpor, unfold and por' "${events[@]}"
}

printf '%-22s %-10s %9s %9s %9s %8s %5s\n' program strategy runs redundant events seconds MiB
memory=--interleave=memory
examples=$here/../examples tests=$here/../tests/strategies
for n in 4 5; do all "fibonacci $n" $memory -DSAFE -DN=$n "$examples/fibonacci.c"; done
all szymanski $memory -DSAFE "$examples/szymanski.c"
for n in 12 16; do all "pairs $n" -DPAIRS=$n "$tests/pairs.c"; done
for n in 8 14; do all "one_writer $n" -DREADERS=$n "$tests/one_writer.c"; done
# Where only what covers events can finish
# shellcheck disable=SC2053
if [[ pairs == ${ONLY:-*} ]]; then
    for s in unfold unfold+ contextual; do run 'pairs 60' $s -DPAIRS=60 "$tests/pairs.c"; done
    run 'one_writer 60' contextual -DREADERS=60 "$tests/one_writer.c"
fi
# Threads, inodes, blocks: more inodes than blocks, so that files compete for them
for n in '6 3 2' '7 3 2' '8 4 2'; do
    read -r threads inodes blocks <<<"$n"
    all "file_system $n" -DTHREADS="$threads" -DINODES="$inodes" -DBLOCKS="$blocks" \
        "$here/strategies/file_system.c"
done
# Many files, of which two at most compete for a block; nobody waits for the threads
# shellcheck disable=SC2053
for n in 16 18 26; do
    [[ "files_apart $n" == ${ONLY:-*} ]] || continue
    for s in unfold unfold+ contextual; do
        run "files_apart $n" $s -DAPART -DTHREADS="$n" -DINODES=32 -DBLOCKS=26 \
            "$here/strategies/file_system.c"
    done
done
# Readers, entries
for n in '2 2' '2 4' '3 2'; do
    read -r readers entries <<<"$n"
    all "updater $n" -DREADERS="$readers" -DENTRIES="$entries" "$here/strategies/updater.c"
done
# Threads, locks
for n in '5 4' '6 5' '7 3'; do
    read -r threads locks <<<"$n"
    all "lock_chains $n" -DTHREADS="$threads" -DLOCKS="$locks" "$here/strategies/lock_chains.c"
done
# Seed, steps of a thread
for n in '1 5' '2 5' '3 5' '1 7' '2 7' '3 7'; do
    read -r seed steps <<<"$n"
    all "synthetic $n" -DSEED="$seed" -DSTEPS="$steps" "$here/strategies/synthetic.c"
done
echo "+: with cut-offs. Compiling takes about 90 MiB, which is the least that is told."
exit $wrong
