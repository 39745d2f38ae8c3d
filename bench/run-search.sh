#!/bin/bash
# Orders of the search on a program whose steps are expensive: N threads, each 40,000 rounds of a loop and
# some memory between its operations on one mutex, so n! traces. Says how many steps were taken from standby
# states and how many were executed again; the last rows leave no room for standby states. Counts must be
# those of depth-first order.
# Usage: run-search.sh
# Environment: HEDDLE, N (default 6)
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }
bad=0
cat >"$work/slices.c" <<'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char table[4096];
static unsigned own[16];
static void *thread(void *n) {
    unsigned h = (unsigned)(long)n;
    for (int i = 0; i < 20000; i++) h = h * 31 + 7;
    own[(long)n] = h;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 20000; i++) {
        h = h * 33 + 1;
        table[h % sizeof table] = (unsigned char)(h >> 8);
    }
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, thread, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return 0;
}
END
printf '%-30s %8s %8s %8s %12s %10s %10s %10s %6s\n' \
    order traces events seconds instructions standby replayed dropped MiB
wanted=
row() {
    timeout 1800 "$HEDDLE" test --quiet --exact-counts --cutoffs=off --alternatives=optimal \
        --out="$work/tests" --summary="$work/s.json" -DN="${N:-6}" "$@" "$work/slices.c" >"$work/log" 2>&1 ||
        { echo "$*: $(tail -n 1 "$work/log")"; bad=1; return; }
    read -r t e s i a b d r < <(jq -r '[.traces, .events, .seconds, .instructions, .steps_standby,
        .steps_replayed, .standby_dropped, .rss_bytes / 1048576] | @tsv' "$work/s.json")
    local note=
    [ -z "$wanted" ] || [ "$wanted" = "$t $e" ] || { note='  WRONG counts'; bad=1; }
    wanted=${wanted:-$t $e}
    printf '%-30s %8d %8d %8.2f %12d %10d %10d %10d %6.0f%s\n' \
        "$*" "$t" "$e" "$s" "$i" "$a" "$b" "$d" "$r" "$note"
}
row --search=dfs
room=$(jq '.rss_bytes / 1048576 * 17 / 16 | floor' "$work/s.json")
for order in bfs random coverage; do row --search=$order; done
for order in bfs random coverage; do row --search=$order --max-memory="$room"; done
exit $bad
