#!/bin/bash
# How much slower is concrete code in the engine than natively? Each program of bench/concrete runs natively
# (clang-19 -O1) and in the engine; the checksums they print must be the same. Processor time (user + system)
# of whole processes, the best of RUNS natively; the engine's includes compiling and loading, whose share is
# told apart by an empty program (last line) and not subtracted.
# Usage: run-concrete.sh [NAME...]     Environment: HEDDLE, RUNS (3), ENGINE_RUNS (1), OPTIONS (more
# options of heddle test, such as --checks=no-uninitialised)
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only
TIMEFORMAT='%U %S'
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }

# best RUNS OUTPUT COMMAND...: the least processor time of some runs, in seconds
best() {
    local runs=$1 output=$2 least='' t
    shift 2
    for _ in $(seq "$runs"); do
        t=$({ time "$@" >"$output" 2>"$output.err" </dev/null; } 2>&1 | awk '{ print $1 + $2 }')
        least=$(awk -v a="$t" -v b="${least:-$t}" 'BEGIN { print a < b ? a : b }')
    done
    echo "$least"
}

names=${*:-$(cd "$here/concrete" && ls ./*.c | sed 's:^\./::; s:\.c$::')}
bad=0 logs=0 count=0
printf '%-14s %10s %10s %8s\n' program 'native s' 'engine s' ratio
for name in $names; do
    clang-19 -O1 -w "$here/concrete/$name.c" -o "$work/native" || { bad=1; continue; }
    native=$(best "${RUNS:-3}" "$work/native.out" "$work/native")
    engine=$(best "${ENGINE_RUNS:-1}" "$work/engine.out" "$HEDDLE" test --quiet --strategy=dfs --echo-output \
        ${OPTIONS:-} --out="$work/tests" "$here/concrete/$name.c")
    if ! cmp -s "$work/native.out" "$work/engine.out"; then
        printf '%-14s differs: natively %s, in the engine %s\n' "$name" "$(head -c 80 "$work/native.out")" \
            "$(cat "$work/engine.out" "$work/engine.out.err" | head -c 300 | tr '\n' ' ')"
        bad=1
        continue
    fi
    ratio=$(awk -v e="$engine" -v n="$native" 'BEGIN { print e / n }')
    logs=$(awk -v l="$logs" -v r="$ratio" 'BEGIN { print l + log(r) }')
    count=$((count + 1))
    printf '%-14s %10.3f %10.3f %8.1f\n' "$name" "$native" "$engine" "$ratio"
done
if [ "$count" -gt 0 ]; then
    awk -v l="$logs" -v n="$count" 'BEGIN { printf "%-14s %10s %10s %8.1f  (geometric mean of %d)\n",
        "all", "", "", exp(l / n), n }'
fi
echo 'int main(void) { return 0; }' >"$work/empty.c"
printf '%-14s %10s %10.3f           (compiling and loading: an empty program)\n' '(empty)' '' \
    "$(best 3 "$work/engine.out" "$HEDDLE" test --quiet --strategy=dfs --echo-output --out="$work/tests" \
        "$work/empty.c")"
exit $bad
