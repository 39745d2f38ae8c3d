#!/bin/bash
# What a change of a real program costs: OLD is without one of the changes that examples/real/updates.sh took
# back, NEW with it. NEW is explored wholly, from scratch and behind OLD, with the rows of
# examples/real/rows.sh. Prints runs and seconds of both; the last line has the median of the ratios.
# Usage: run-updates.sh [FOLDER [SECONDS]]    (FOLDER: where they were built; SECONDS: the limit of an
# exploration, 120)
# Environment: HEDDLE, STRATEGY (what explores from scratch, default por), ONLY (a pattern of rows: 'git*')
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/.." && pwd)
HEDDLE=${HEDDLE:-$top/build/heddle}
built=$(realpath "${1:-$top/examples/real/build}")
limit=${2:-120}
[ -d "$built/updates" ] || { echo "run-updates.sh: run examples/real/updates.sh first" >&2; exit 1; }
work=$(mktemp -d) # what the programs read, and nothing else: it is a part of what is explored
told=$(mktemp -d)
trap 'rm -rf "$work" "$told"' EXIT
export XDG_CACHE_HOME=$told/cache # loads count in no figure
. "$top/examples/real/rows.sh"
real_inputs
: >"$told/ratios"

explore() {
    rm -f "$told/s.json"
    "$HEDDLE" "$@" -q --out="$told/out" --summary="$told/s.json" --max-time="$limit" "${options[@]}" \
        >"$told/log" 2>&1 || true
    # Where the time was over before anything was explored there is none.
    [ -f "$told/s.json" ] ||
        echo '{"traces": 0, "redundant": 0, "seconds": 0, "halt_reason": "nothing"}' >"$told/s.json"
}
line() { printf '%-16s %-54.54s %9s %8s %9s %8s %6s  %s\n' "$@"; }
line row change 'test runs' s 'diff runs' s ratio ended

# row NAME ARGUMENT…: all changes of its program
row() {
    local name=$1 old new='' options=() before=() after=() afresh again
    shift
    # shellcheck disable=SC2053
    [[ $name == ${ONLY:-*} ]] && [ -d "$built/updates/${name%%-*}" ] || return 0
    while [ $# -gt 0 ]; do
        case $1 in
        --) after=("$@") && break ;;
        -*) before+=("$1") ;;
        *) new=$1 ;;
        esac
        shift
    done
    for old in "$built/updates/${name%%-*}"/*; do
        options=("${before[@]}" "${after[@]}")
        rm -f "$told/x.db"
        # Both are loaded once before.
        "$HEDDLE" diff --list "${before[@]}" "$old" "$new" "${after[@]}" >"$told/log" 2>&1 || true
        options=("${before[@]}" --db="$told/x.db" "$old" "$old" "${after[@]}") && explore diff
        options=("${before[@]}" --strategy="${STRATEGY:-por}" --hunt=off "$new" "${after[@]}") && explore test
        afresh=$(jq '[.traces + .redundant, .seconds, .halt_reason]' "$told/s.json")
        options=("${before[@]}" --db="$told/x.db" "$old" "$new" "${after[@]}") && explore diff
        again=$(jq '[.traces + .redundant, .seconds + .analysis_seconds, .halt_reason]' "$told/s.json")
        mapfile -t values < <(jq -nr --argjson a "$afresh" --argjson b "$again" '
            def short: . * 100 | round / 100;
            $a[0], ($a[1] | short), $b[0], ($b[1] | short),
            (if $a[1] > 0 then $b[1] / $a[1] | short else 0 end), "\($a[2]), \($b[2])"')
        line "$name" "$(basename "$old")" "${values[@]}"
        [ "${values[5]}" != 'finished, finished' ] || echo "${values[4]}" >>"$told/ratios"
    done
}
real_rows row
sort -g "$told/ratios" | awk '{ v[NR] = $1 } END {
    if (NR) printf "%d changes: all is explored in %.2f of the seconds in the median\n", NR,
        NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
