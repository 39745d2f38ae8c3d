#!/bin/bash
# Programs whose number of traces is known: traces, events, speed and memory of the por strategy.
#   fibonacci N          two threads add to each other's variable N times; main reads without joining first,
#                        or (join) after both have ended. --interleave=memory.
#   one mutex, n         n threads each take one mutex once: n! traces
#   pairs, n             n pairs of a reader and a writer, each with a variable of its own: 2^n
#   one writer, n        n readers and one writer of one variable: 2^n
#   indexer, n           n threads put four keys each into a hash table of 128 slots with linear probing, each
#                        slot with a mutex of its own: nobody meets up to 11 threads, then each thread more
#                        makes it 8 times as many
# The second table is with cut-offs (the default options):
#   one mutex, n         n * 2^(n-1) lock events: who has had it, and who has it now
#   one mutex, n, alike  n * (n+1) / 2: how many have had it, and where the next of them is
#   fibonacci N, join    events that are no cut-offs for each state; 1 would be no event too many
# Usage: run-traces.sh [--quick]      --quick leaves out what takes longer than a few seconds
# Environment: HEDDLE
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
quick=${1:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }
bad=0

counts=--exact-counts
# measure NAME TRACES MEMORY_EVENTS OPTION...: one row; `-` where a count is not known
measure() {
    local name=$1 traces=$2 memory=$3 got
    shift 3
    timeout 1800 "$HEDDLE" test --quiet $counts --cutoffs=off --alternatives=optimal --out="$work/tests" \
        --summary="$work/summary.json" "$@" >"$work/log" 2>&1
    got=$?
    if [ "$got" -ne 0 ]; then
        echo "$name: exit status $got: $(tail -n 2 "$work/log" | tr '\n' ' ')"
        bad=1
        return
    fi
    read -r t e m s r < <(
        jq -r '[.traces, .events, .memory_events, .seconds, .rss_bytes / 1048576] | @tsv' "$work/summary.json"
    )
    local note=
    [ "$traces" = - ] || [ "$t" -eq "$traces" ] || { note="  WRONG: expected $traces traces"; bad=1; }
    [ "$memory" = - ] || [ "$m" -eq "$memory" ] || {
        note="$note  WRONG: expected $memory memory events"
        bad=1
    }
    printf '%-22s %10d %10d %10d %9.2f %10.0f %8.0f%s\n' "$name" "$t" "$e" "$m" "$s" \
        "$(awk -v t="$t" -v s="$s" 'BEGIN { print t / s }')" "$r" "$note"
}

cat >"$work/mutex.c" <<'EOF'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *thread(void *unused) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], 0, thread, 0);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return count != N;
}
EOF
cat >"$work/pairs.c" <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x[N];
static int seen[N];
static void *reader(void *i) {
    seen[(long)i] = atomic_load(&x[(long)i]);
    return 0;
}
static void *writer(void *i) {
    atomic_store(&x[(long)i], 1);
    return 0;
}
int main(void) {
    pthread_t t[N], u[N];
    for (long i = 0; i < N; i++) {
        pthread_create(&t[i], 0, reader, (void *)i);
        pthread_create(&u[i], 0, writer, (void *)i);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(t[i], 0);
        pthread_join(u[i], 0);
    }
    return 0;
}
EOF

fibonacci=$here/../examples/fibonacci.c
printf '%-22s %10s %10s %10s %9s %10s %8s\n' program traces events 'memory ev.' seconds 'traces/s' 'RSS MiB'
fib() { measure "fibonacci $1" "$2" "$3" --interleave=memory -DSAFE -DN="$1" "$fibonacci"; }
fib 1 - 41
fib 2 - 612
fib 3 1698 8192
fib 4 19605 100962
fib 5 218243 -
[ -n "$quick" ] || fib 6 2364418 -
# As users see it: large numbers of events are estimates.
counts=
[ -n "$quick" ] || measure 'fibonacci 6, sampled' 2364418 - --interleave=memory -DSAFE -DN=6 "$fibonacci"
counts=--exact-counts
fib_joined() { measure "fibonacci $1, join" "$2" - --interleave=memory -DSAFE -DJOIN -DN="$1" "$fibonacci"; }
fib_joined 3 141
fib_joined 4 1107
fib_joined 5 8953
fib_joined 6 73789
measure 'one mutex, 6' 720 - -DN=6 "$work/mutex.c"
measure 'one mutex, 7' 5040 - -DN=7 "$work/mutex.c"
measure 'one mutex, 8' 40320 - -DN=8 "$work/mutex.c"
[ -n "$quick" ] || measure 'one mutex, 9' 362880 - -DN=9 "$work/mutex.c"
measure 'pairs, 8' 256 - -DN=8 "$work/pairs.c"
measure 'pairs, 12' 4096 - -DN=12 "$work/pairs.c"
[ -n "$quick" ] || measure 'pairs, 16' 65536 - -DN=16 "$work/pairs.c"
measure 'one writer, 8' 256 - -DSAFE -DREADERS=8 "$here/../examples/read_read_write.c"
measure 'one writer, 12' 4096 - -DSAFE -DREADERS=12 "$here/../examples/read_read_write.c"
measure 'one writer, 13' 8192 - -DSAFE -DREADERS=13 "$here/../examples/read_read_write.c"
[ -n "$quick" ] || measure 'one writer, 16' 65536 - -DSAFE -DREADERS=16 "$here/../examples/read_read_write.c"
measure 'indexer, 12' 8 - -DTHREADS=12 "$here/../examples/indexer.c"
measure 'indexer, 15' 4096 - -DTHREADS=15 "$here/../examples/indexer.c"

# with_cutoffs NAME LOCKS OPTION...: one row of the second table
with_cutoffs() {
    local name=$1 locks=$2 got note=
    shift 2
    timeout 1800 "$HEDDLE" test --quiet --out="$work/tests" --summary="$work/summary.json" "$@" \
        >"$work/log" 2>&1
    got=$?
    if [ "$got" -ne 0 ]; then
        echo "$name: exit status $got: $(tail -n 2 "$work/log" | tr '\n' ' ')"
        bad=1
        return
    fi
    read -r t e c l st s r < <(jq -r '[.traces, .events, .cutoffs, .events_by_kind.lock // 0, .states,
        .seconds, .rss_bytes / 1048576] | @tsv' "$work/summary.json")
    [ "$locks" = - ] || [ "$l" -eq "$locks" ] || { note="  WRONG: expected $locks lock events"; bad=1; }
    printf '%-22s %10d %10d %10d %10d %10d %9.2f %9.2f %8.0f%s\n' "$name" "$t" "$e" "$c" "$l" "$st" \
        "$(awk -v e="$e" -v c="$c" -v s="$st" 'BEGIN { print (e - c) / s }')" "$s" "$r" "$note"
}
printf '\n%-22s %10s %10s %10s %10s %10s %9s %9s %8s\n' \
    'with cut-offs' traces events cut-offs 'lock ev.' states ev./state seconds 'RSS MiB'
with_cutoffs 'one mutex, 8' 1024 --symmetry=off -DN=8 "$work/mutex.c"
with_cutoffs 'one mutex, 11' 11264 --symmetry=off -DN=11 "$work/mutex.c"
with_cutoffs 'one mutex, 14' 114688 --symmetry=off -DN=14 "$work/mutex.c"
with_cutoffs 'one mutex, 14, alike' 105 -DN=14 "$work/mutex.c"
with_cutoffs 'one mutex, 50, alike' 1275 -DN=50 "$work/mutex.c"
joined_with_cutoffs() {
    with_cutoffs "fibonacci $1, join" - --interleave=memory -DSAFE -DJOIN -DN="$1" "$fibonacci"
}
joined_with_cutoffs 5
joined_with_cutoffs 6
[ -n "$quick" ] || joined_with_cutoffs 7
exit $bad
