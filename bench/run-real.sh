#!/bin/bash
# Explores real programs, built by the scripts of examples/real, within a budget each, and prints a table:
# time, memory, instructions, threads, events, cut-offs, runs, those that ended by themselves, sides of
# branches that were executed, findings, and why the exploration stopped.
# Usage: run-real.sh [FOLDER [SECONDS]]      (FOLDER: where they were built; SECONDS a program, default 600)
# Environment: HEDDLE (the executable), STRATEGY (default por), MEMORY (MiB, default 8192), ONLY (a pattern of
# names, such as 'sort*' or '@(pigz|lbzip2)'), SUMMARIES (a folder where the summaries are kept)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/.." && pwd)
HEDDLE=${HEDDLE:-$top/build/heddle}
built=$(realpath "${1:-$top/examples/real/build}")
seconds=${2:-600}
strategy=${STRATEGY:-por}
memory=${MEMORY:-8192}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only
. "$top/examples/real/rows.sh"
real_inputs

format='%-20s %-10s %7s %6s %9s %7s %9s %8s %8s %8s %9s %8s  %s'
line() {
    # shellcheck disable=SC2059
    printf "$format\n" "$@"
}
line program strategy seconds MiB 'M insns' threads events cut-offs runs exits branches findings 'stopped by'
# row NAME OPTIONS…: one line of the table
row() {
    local name=$1
    shift
    # shellcheck disable=SC2053
    [[ $name == ${ONLY:-*} ]] || return 0
    rm -f "$work/s.json"
    "$HEDDLE" test --quiet --strategy="$strategy" --max-time="$seconds" --max-memory="$memory" \
        --summary="$work/s.json" --out="$work/out" "$@" >"$work/log" 2>&1 || true
    [ -f "$work/s.json" ] || { echo "$name: no summary" && tail -n 5 "$work/log" && return 0; }
    mapfile -t values < <(jq -r '.strategy, (.seconds*10|round/10), (.rss_bytes/1048576|round),
        (.instructions/1e6*10|round/10), .threads_max, .events, .cutoffs, .traces, .paths_exit,
        .branches_covered, (.bugs|length), .halt_reason' "$work/s.json")
    line "$name" "${values[@]}"
    [ -z "${SUMMARIES:-}" ] || cp "$work/s.json" "$SUMMARIES/$name-$strategy.json"
}
real_rows row
