#!/bin/bash
# How far along: what the estimate says after a tenth, a fifth and a half of the runs of programs whose end is
# known. Runs take about the same time each. Says for each whether the estimate is within a factor of two, and
# whether the truth is in its range.
# Usage: run-estimate.sh [PATTERN]
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only

# N threads take one mutex, or store to one word.
cat >"$work/orders.c" <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned order;
static atomic_int x;
static void *thread(void *n) {
    if (STORES) {
        atomic_store(&x, (int)(long)n);
        return 0;
    }
    pthread_mutex_lock(&m);
    order = order * 31 + (unsigned)(long)n;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, thread, (void *)(i + 1));
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return x == 0;
}
EOF

# NAME | ARGUMENTS
programs() {
    cat <<END
mutex, 9 threads | --cutoffs=off -DSTORES=0 -DN=9 $work/orders.c
stores, 9 | --cutoffs=off -DSTORES=1 -DN=9 $work/orders.c
two mutexes, 3 threads | --cutoffs=off $here/campaigns_load.c
fibonacci 5 | --cutoffs=off --interleave=memory -DSAFE -DN=5 $here/../examples/fibonacci.c
fibonacci 6, cut-offs | --interleave=memory -DSAFE -DN=6 $here/../examples/fibonacci.c
16 readers, cut-offs | -DSAFE -DREADERS=16 $here/../examples/read_read_write.c
updater 4 3, cut-offs | -DREADERS=4 -DENTRIES=3 $here/strategies/updater.c
synthetic 3 10, cut-offs | -DSEED=3 -DSTEPS=10 $here/strategies/synthetic.c
lock chains 10 4, cut-offs | -DTHREADS=10 -DLOCKS=4 $here/strategies/lock_chains.c
stores 12, cut-offs | -DSTORES=1 -DN=12 $work/orders.c
END
}
explore() {
    "$HEDDLE" test -q --strategy=por --out="$work/out" --summary="$work/s.json" "$@" >/dev/null 2>&1
}

printf '%-26s %8s %9s %9s  %s\n' program 'explored' estimate 'range' 'factor'
programs | while IFS='|' read -r name arguments; do
    # shellcheck disable=SC2053
    [[ $name == ${1:-*} ]] || continue
    # shellcheck disable=SC2086
    explore --max-traces=1 $arguments
    # shellcheck disable=SC2086
    explore $arguments
    read -r seconds runs < <(jq -r '[.seconds, .traces] | @tsv' "$work/s.json")
    printf '%s: %.1f s, %d runs\n' "$name" "$seconds" "$runs"
    for percent in 10 20 50; do
        # shellcheck disable=SC2086
        explore --max-traces=$((runs * percent / 100)) $arguments
        jq -r --argjson runs "$runs" 'if .estimate then [.traces / $runs, .estimate.explored,
            .estimate.explored_low, .estimate.explored_high] | @tsv else "\(.traces / $runs) none" end' \
            "$work/s.json" | awk '{
            if ($2 == "none") { printf "%35.1f %%      none\n", 100 * $1; exit }
            f = $2 / $1
            printf "%33.1f %% %7.1f %%  %5.1f to %.1f %%  %.2f%s%s\n", 100 * $1, 100 * $2, 100 * $3,
                100 * $4, f, (f > 2 || f < 0.5) ? ", beyond a factor of two" : "",
                ($1 < $3 || $1 > $4) ? ", NOT IN THE RANGE" : "" }'
    done
done
