#!/bin/bash
# What do cut-offs cost where they save nothing? The sequential programs of bench/concrete with --cutoffs=on,
# where the state of the program is kept as a fingerprint, against --cutoffs=off. Processor time (user +
# system) of whole processes, the best of RUNS, taken in turn; compiling and loading is part of both.
# Usage: run-cutoffs.sh [NAME...]     Environment: HEDDLE, RUNS (3)
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only
TIMEFORMAT='%U %S'
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }

# seconds on|off NAME: the processor time of one run; its output goes to $work/on or $work/off
seconds() {
    {
        time timeout 600 "$HEDDLE" test --quiet --cutoffs="$1" --echo-output --out="$work/tests" \
            "$here/concrete/$2.c" >"$work/$1" 2>"$work/$1.err" </dev/null
    } 2>&1 |
        awk '{ print $1 + $2 }'
}
least() { awk -v a="$1" -v b="${2:-$1}" 'BEGIN { print a < b ? a : b }'; }

names=${*:-$(cd "$here/concrete" && ls ./*.c | sed 's:^\./::; s:\.c$::')}
bad=0 logs=0 count=0
printf '%-14s %10s %10s %8s\n' program 'off s' 'on s' ratio
for name in $names; do
    off='' on=''
    for _ in $(seq "${RUNS:-3}"); do
        off=$(least "$(seconds off "$name")" "$off")
        on=$(least "$(seconds on "$name")" "$on")
    done
    if [ ! -s "$work/off" ] || ! cmp -s "$work/off" "$work/on"; then
        printf '%-14s differs: %s without cut-offs, %s with them: %s\n' "$name" \
            "$(head -c 80 "$work/off")" "$(head -c 80 "$work/on")" \
            "$(cat "$work/off.err" "$work/on.err" | head -c 300 | tr '\n' ' ')"
        bad=1
        continue
    fi
    ratio=$(awk -v e="$on" -v n="$off" 'BEGIN { print e / n }')
    logs=$(awk -v l="$logs" -v r="$ratio" 'BEGIN { print l + log(r) }')
    count=$((count + 1))
    printf '%-14s %10.3f %10.3f %8.3f\n' "$name" "$off" "$on" "$ratio"
done
if [ "$count" -gt 0 ]; then
    awk -v l="$logs" -v n="$count" 'BEGIN { printf "%-14s %10s %10s %8.3f  (geometric mean of %d)\n",
        "all", "", "", exp(l / n), n }'
fi
exit $bad
