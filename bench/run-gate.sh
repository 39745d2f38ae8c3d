#!/bin/bash
# A gate before changes are accepted: how soon the bug of a change is found. Pairs of versions (gate/NAME.c,
# OLD and NEW by a macro; the second line tells what NEW has), and with FOLDER historical changes of real
# programs, reversed. For each: wall seconds until the new bug is told by `heddle test NEW` with its usual
# options, and by `heddle diff OLD NEW` when OLD was explored before; loading counts in both. The last line
# has the median of the ratios.
# Usage: run-gate.sh [SECONDS [FOLDER]]    the limit of one exploration (60); FOLDER: where
# examples/real/gate-changes.sh built
# Environment: HEDDLE, ONLY (a pattern of pairs), OLD_SECONDS (the limit of the exploration of OLD: 10), WHOLE
# (not empty: with little noise, so that all can be explored, the seconds of exploring all of NEW instead: by
# `heddle test --strategy=por --hunt=off`, and behind OLD)
# Exit status: 1 where `heddle diff` does not find within the limit what `heddle test` finds.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
limit=${1:-60}
built=${2:-}
old_limit=${OLD_SECONDS:-10}
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only
: >"$work/ratios"
missed=0

# seconds COMMAND…: wall seconds of a command, in $took; its output in $work/log
seconds() {
    local from=$EPOCHREALTIME
    "$@" >"$work/log" 2>&1
    status=$?
    took=$(awk -v a="$from" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f", b - a }')
}
median() {
    sort -g "$1" | awk '{ v[NR] = $1 }
        END { if (NR) printf "%.2f", NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}
# whole NAME OLD NEW: the seconds of exploring all of NEW
whole() {
    local common=(-q --out="$work/out" -DQUIET) afresh again
    rm -f "$work/x.db"
    seconds "$HEDDLE" test "${common[@]}" --max-traces=1 "$3"
    seconds "$HEDDLE" diff "${common[@]}" --db="$work/x.db" --max-time="$limit" "$2" "$2"
    seconds "$HEDDLE" test "${common[@]}" --summary="$work/s.json" --strategy=por --hunt=off \
        --max-time="$limit" "$3"
    afresh=$(jq '[.seconds, .traces + .redundant, .halt_reason]' "$work/s.json")
    seconds "$HEDDLE" diff "${common[@]}" --summary="$work/s.json" --db="$work/x.db" "$2" "$3"
    again=$(jq '[.seconds + .analysis_seconds, .traces + .redundant, .halt_reason]' "$work/s.json")
    jq -nr --arg name "$1" --argjson a "$afresh" --argjson b "$again" '
        [$name, $a[1], $a[0], $b[1], $b[0], $b[0] / $a[0], $a[2], $b[2]] | @tsv' |
        tee >(awk -F'\t' '$7 == "finished" && $8 == "finished" { print $6 }' >>"$work/ratios") |
        awk -F'\t' '{ printf "%-18s %9d %8.2f %9d %8.2f %8.2f %s %s\n", $1, $2, $3, $4, $5, $6, $7, $8 }'
}
# pair NAME OLD NEW OPTION… [-- ARGUMENT…]
pair() {
    local name=$1 old=$2 new=$3 test_took test_status mark='' ratio
    shift 3
    local common=(-q --out="$work/out")
    seconds "$HEDDLE" test "${common[@]}" --max-traces=1 "${options[@]}" "$new" "$@"
    seconds "$HEDDLE" test "${common[@]}" --max-traces=1 "${options[@]}" "$old" "$@"
    seconds "$HEDDLE" test "${common[@]}" --stop-at-first --max-time="$limit" "${options[@]}" \
        "$new" "$@"
    test_took=$took test_status=$status
    [ "$test_status" = 1 ] || mark='>'
    rm -f "$work/x.db"
    seconds "$HEDDLE" diff "${common[@]}" --db="$work/x.db" --max-time="$old_limit" "${options[@]}" \
        "$old" "$old" "$@"
    [ "$status" = 1 ] && echo "$name: OLD has a finding: $(grep -m 1 -E 'error|warning' "$work/log")"
    seconds "$HEDDLE" diff "${common[@]}" --db="$work/x.db" --stop-at-first --fail-on=new \
        --max-time="$limit" "${options[@]}" "$old" "$new" "$@"
    ratio=$(awk -v a="$test_took" -v b="$took" 'BEGIN { printf "%.2f", a / b }')
    printf '%-18s %9s %9s %9s\n' "$name" "$mark$test_took" "$([ "$status" = 1 ] || echo '>')$took" \
        "$mark$ratio"
    [ "$status" = 1 ] && echo "$ratio" >>"$work/ratios"
    [ "$status" = 1 ] || [ "$test_status" != 1 ] || missed=1
}

if [ -n "${WHOLE:-}" ]; then
    printf '%-18s %9s %8s %9s %8s %8s\n' pair 'test runs' s 'diff runs' s ratio
else
    printf '%-18s %9s %9s %9s\n' pair test diff ratio
fi
options=()
for file in "$here"/gate/*.c; do
    name=$(basename "$file" .c)
    # shellcheck disable=SC2053
    [[ $name == ${ONLY:-*} ]] || continue
    mkdir -p "$work/$name"
    cp "$here/gate/noise.h" "$work/$name/"
    for version in OLD NEW; do
        { printf '#define %s 1\n#line 1 "%s.c"\n' $version "$name" && cat "$file"; } >"$work/$name/$version.c"
    done
    if [ -n "${WHOLE:-}" ]; then
        whole "$name" "$work/$name/OLD.c" "$work/$name/NEW.c"
    else
        pair "$name" "$work/$name/OLD.c" "$work/$name/NEW.c"
    fi
done
# shellcheck source=gate/real.sh
if [ -n "$built" ]; then . "$here/gate/real.sh"; fi
echo
[ -n "${WHOLE:-}" ] && echo "all is explored in $(median "$work/ratios") of the seconds" && exit 0
echo "the bug is found sooner by a factor of $(median "$work/ratios") in the median of" \
    "$(wc -l <"$work/ratios")"
exit $missed
