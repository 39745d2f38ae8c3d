#!/bin/bash
# What alternatives must exclude (--alternatives): runs, redundant runs and time of `por` with one excluder,
# two, three and all, without and with cut-offs. The number of runs without cut-offs must be the same for all
# of them.
#   readers who stay, n  n readers who never give a lock back, and a writer: 2 configurations
#   one writer, n        n readers and one writer of one variable: 2^n
#   groups, n            n variables with a writer and two readers each: 4^n
#   waits                two waiters with spurious wake-ups and a signaller
#   fibonacci n          as in run-traces.sh
#   tests                all programs of tests/objects, tests/verify, tests/infinite and examples that end
#                        within a second or two, in all
# Usage: run-alternatives.sh [--quick]     Environment: HEDDLE
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
top=$here/..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }
cat >"$work/groups.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x[N];
static void *reader(void *u) { (void)atomic_load((atomic_int *)u); return 0; }
static void *writer(void *u) { atomic_store((atomic_int *)u, 1); return 0; }
int main(void) {
    pthread_t t[3 * N];
    for (int i = 0; i < N; i++) {
        pthread_create(&t[3 * i], 0, writer, &x[i]);
        pthread_create(&t[3 * i + 1], 0, reader, &x[i]);
        pthread_create(&t[3 * i + 2], 0, reader, &x[i]);
    }
    for (int i = 0; i < 3 * N; i++) pthread_join(t[i], 0);
    return 0;
}
END
sed 's/#define READERS 6//' "$top/tests/detect/readers_who_stay.c" >"$work/readers.c"
bad=0
# measure NAME OPTION…: one row
measure() {
    local name=$1 cut k first= row
    shift
    for cut in off on; do
        row=
        first=
        for k in 1 2 3 optimal; do
            timeout 300 "$HEDDLE" test --quiet --cutoffs=$cut --alternatives=$k --max-time=60 \
                --out="$work/out" --summary="$work/s.json" "$@" >"$work/log" 2>&1
            read -r t r s < <(jq -r '[.traces, .redundant, .seconds] | @tsv' "$work/s.json")
            [ "$(jq -r .halt_reason "$work/s.json")" = finished ] || s=">$s"
            if [ $cut = off ] && [ -n "$first" ] && [ "$t" != "$first" ] && [ "${s#>}" = "$s" ]; then
                bad=1 row="$row WRONG"
            fi
            [ "${s#>}" = "$s" ] && first=$t
            row="$row $(printf '%9d %7.2f%s' "$r" "${s#>}" "$([ "${s#>}" = "$s" ] || echo +)")"
        done
        printf '%-26s %-4s %9d %s\n' "$name" $cut "$t" "$row"
    done
}
printf '%-26s %-4s %9s %s\n' '' cut traces '   redundant and seconds with 1, 2, 3 excluders and all'
measure 'readers who stay, 7' -DREADERS=7 "$work/readers.c"
[ "${1:-}" = --quick ] || measure 'readers who stay, 11' -DREADERS=11 "$work/readers.c"
measure 'one writer, 10' -DSAFE -DREADERS=10 "$top/examples/read_read_write.c"
measure 'groups, 6' -DN=6 "$work/groups.c"
measure 'three try one lock' "$top/tests/detect/three_try_one_lock.c"
measure 'fibonacci 4' --interleave=memory -DSAFE -DN=4 "$top/examples/fibonacci.c"
measure 'fibonacci 6, join' --interleave=memory -DSAFE -DJOIN -DN=6 "$top/examples/fibonacci.c"
if [ "${1:-}" != --quick ]; then
    for k in 1 2 3 optimal; do
        r=0 s=0 n=0
        for f in "$top"/examples/*.c "$top"/tests/{objects,verify,infinite}/*.c; do
            timeout 60 "$HEDDLE" test --quiet --alternatives=$k --max-time=20 --out="$work/out" \
                --summary="$work/s.json" -w "$f" >/dev/null 2>&1
            read -r a b < <(jq -r '[.redundant, .seconds] | @tsv' "$work/s.json")
            r=$((r + a)) n=$((n + 1)) s=$(awk -v s="$s" -v b="$b" 'BEGIN { print s + b }')
        done
        printf '%d programs of the tests, --alternatives=%s: %d redundant runs, %.2f s\n' $n $k $r "$s"
    done
fi
exit $bad
