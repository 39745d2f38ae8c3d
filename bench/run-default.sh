#!/bin/bash
# The default (auto: por and unfold by turns) beside each of the two alone: processor seconds of each, who
# decided, and the ratio of the default to the better one; in the end the median of the ratios. What exceeds
# 2.2 times and 0.2 s is told. Programs that take auto less than 0.2 s, which por explores alone, are left out
# of the median.
# Usage: run-default.sh [SECONDS [RUNS]]      limit of one exploration (60); the fastest of RUNS (1)
# Environment: HEDDLE, ONLY (a pattern of programs, such as 'pairs*')
# Exit status: 1 where findings or verdicts differ, or one program exceeds the bound.
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$here/..
HEDDLE=${HEDDLE:-$top/build/heddle}
limit=${1:-60}
runs=${2:-1}
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only
wrong=0

# N threads take one mutex, and every order leaves another state.
cat >"$work/mutex.c" <<'EOF'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned order;
static void *thread(void *n) {
    pthread_mutex_lock(&m);
    order = order * 31 + (unsigned)(long)n;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, thread, (void *)(i + 1));
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return 0;
}
EOF
# N stores of different values to one word.
cat >"$work/stores.c" <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *thread(void *n) {
    atomic_store(&x, (int)(long)n);
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, thread, (void *)(i + 1));
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return x == 0;
}
EOF
# One thread looks for the last zero of an array while N others count an element up each.
cat >"$work/lastzero.c" <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int array[N + 1];
static void *searches(void *p) {
    int i = N;
    while (atomic_load(&array[i])) i--;
    return p;
}
static void *counts(void *p) {
    int j = (int)(long)p;
    atomic_store(&array[j], atomic_load(&array[j - 1]) + 1);
    return 0;
}
int main(void) {
    pthread_t t[N + 1];
    pthread_create(&t[0], 0, searches, 0);
    for (long i = 1; i <= N; i++) pthread_create(&t[i], 0, counts, (void *)i);
    for (int i = 0; i <= N; i++) pthread_join(t[i], 0);
    return 0;
}
EOF
# Two writers reserve places of a ring of 4, one reader takes what is ready.
cat >"$work/ring.c" <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define SIZE 4
static atomic_int buffer[SIZE], ready[SIZE];
static atomic_uint reserved, taken;
static void *writes(void *first) {
    for (int k = 0; k < ITEMS; k++) {
        unsigned at = atomic_fetch_add(&reserved, 1);
        if (at - atomic_load(&taken) >= SIZE) return 0;
        atomic_store(&buffer[at % SIZE], (int)(long)first + k);
        atomic_store(&ready[at % SIZE], 1);
    }
    return 0;
}
static void *reads(void *p) {
    int sum = 0;
    for (int k = 0; k < 2 * ITEMS; k++) {
        unsigned at = atomic_load(&taken);
        if (!atomic_load(&ready[at % SIZE])) break;
        int x = atomic_load(&buffer[at % SIZE]);
        assert(x > 0);
        atomic_store(&ready[at % SIZE], 0);
        atomic_store(&taken, at + 1);
        sum += x;
    }
    return (void *)(long)sum;
}
int main(void) {
    pthread_t a, b, r;
    pthread_create(&a, 0, writes, (void *)10);
    pthread_create(&b, 0, writes, (void *)20);
    pthread_create(&r, 0, reads, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(r, 0);
    return 0;
}
EOF

# explore STRATEGY OPTION...: sets `seconds` (- where it did not end), `by`, `found`
explore() {
    local strategy=$1 best='' run times
    shift
    for ((run = 0; run < runs; run++)); do
        times=$({ TIMEFORMAT='%U %S'; time "$HEDDLE" test -q --out="$work/out" --strategy="$strategy" \
            --max-time="$limit" --summary="$work/s.json" "$@" >"$work/log" 2>&1; } 2>&1)
        best=$(awk -v best="$best" '{ s = $1 + $2; print best == "" || s < best ? s : best }' <<<"$times")
    done
    seconds=$best
    by=$(jq -r .explored_by "$work/s.json")
    found=$(jq -rc '[.bugs[] | .kind + .message] | sort | unique' "$work/s.json")
    case $(jq -r .halt_reason "$work/s.json") in finished | 'first bug') ;; *) seconds=- ;; esac
}

ratios=()
compare() {
    local name=$1 por unfold found_first
    # shellcheck disable=SC2053
    [[ $name == ${ONLY:-*} ]] || return 0
    shift
    explore por --max-traces=1 "$@" # fills the cache
    explore por "$@"
    por=$seconds found_first=$found
    explore unfold "$@"
    unfold=$seconds
    [ "$por" != - ] || found_first=$found
    explore auto "$@"
    read -r ratio over < <(awk -v p="$por" -v u="$unfold" -v a="$seconds" 'BEGIN {
        best = p == "-" || (u != "-" && u < p) ? u : p
        if (best == "-" || a == "-") print "-", a == "-" && best != "-"
        else printf "%.2f %d\n", a / best, (a > 2.2 * best + 0.2) }')
    printf '%-22s %8s %8s %8s  %-7s %6s\n' "$name" "$por" "$unfold" "$seconds" "$by" "$ratio"
    [ "$found" = "$found_first" ] || { echo "$name: findings differ: $found_first, auto: $found" && wrong=1; }
    [ "$over" = 0 ] || { echo "$name: more than 2.2 times and 0.2 s" && wrong=1; }
    if [ "$ratio" != - ] && awk "BEGIN { exit $seconds < 0.2 }"; then ratios+=("$ratio"); fi
}

printf '%-22s %8s %8s %8s  %-7s %6s\n' program por unfold auto 'decided' ratio
memory=--interleave=memory
for n in 16 30 60; do compare "pairs $n" -DPAIRS=$n "$top/tests/strategies/pairs.c"; done
for n in 4 5; do compare "fibonacci $n" $memory -DSAFE -DN=$n "$top/examples/fibonacci.c"; done
compare 'fibonacci 5, joined' $memory -DSAFE -DJOIN -DN=5 "$top/examples/fibonacci.c"
compare 'readers 13' -DSAFE -DREADERS=13 "$top/examples/read_read_write.c"
compare 'one_writer 14' -DREADERS=14 "$top/tests/strategies/one_writer.c"
for n in 10 12; do compare "lastzero $n" -DN=$n "$work/lastzero.c"; done
for n in 12 15; do compare "indexer $n" -DTHREADS=$n "$top/examples/indexer.c"; done
for n in 7 8; do compare "one mutex, $n" -DN=$n "$work/mutex.c"; done
for n in 7 12; do compare "stores $n" -DN=$n "$work/stores.c"; done
for n in 2 3; do compare "ring $n" $memory -DITEMS=$n "$work/ring.c"; done
noise=$top/tests/strategies/beside_noise.c
for k in 2 3 4; do compare "bug, $k reads, noise" --stop-at-first -DREADS=$k "$noise"; done
compare 'all of the noise' -DREADS=2 "$noise"
for n in 8 12; do
    compare "file_system $n" -DTHREADS=$n -DINODES=4 -DBLOCKS=2 "$here/strategies/file_system.c"
done
while read -r readers entries; do
    compare "updater $readers $entries" -DREADERS="$readers" -DENTRIES="$entries" "$here/strategies/updater.c"
done <<<$'2 4\n3 2\n3 3'
compare 'lock_chains 7 3' -DTHREADS=7 -DLOCKS=3 "$here/strategies/lock_chains.c"
while read -r seed steps; do
    compare "synthetic $seed $steps" -DSEED="$seed" -DSTEPS="$steps" "$here/strategies/synthetic.c"
done <<<$'1 7\n3 7'
compare 'hard inputs' "$here/strategies/hard_inputs.c"
compare szymanski $memory -DSAFE "$top/examples/szymanski.c"
compare 'filter lock, 3' "$top/tests/verify/filter_lock_three.c"
printf '%s\n' "${ratios[@]}" | sort -n | awk '{ r[NR] = $1 } END { m = (NR + 1) / 2
    printf "median of the ratios of %d programs: %.2f, largest: %.2f\n", NR,
        (r[int(m)] + r[int(m + 0.5)]) / 2, r[NR] }'
exit $wrong
