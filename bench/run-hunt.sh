#!/bin/bash
# What hunting finds, and when: programs with bugs, each explored by por without hunting and with it, until
# the first bug; and memcached with mistakes of the past, until the bug that was put back is told. Seconds are
# those of the exploration (of memcached: loading included), with who found it.
# Usage: run-hunt.sh [FOLDER [SECONDS]]      (FOLDER: where examples/real/memcached-bugs.sh built; SECONDS a
# program, default 60). Exits non-zero where something is found only without hunting.
# Environment: HEDDLE (the executable), ONLY (a pattern of names)
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/.." && pwd)
HEDDLE=${HEDDLE:-$top/build/heddle}
built=${1:-$top/examples/real/build}
seconds=${2:-60}
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
missed=0

# A loop of 2^32 rounds beside a branch, beside a thread; and a thread that depth-first order lets
# begin late.
cat >"$work/counts_far.c" <<'END'
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static volatile unsigned s, t;
static void *fails(void *p) {
    int x = __VERIFIER_nondet_int();
    if (x > 5 && x < 9) assert(!p);
    return 0;
}
int main(void) {
    pthread_t a;
    if (BESIDE)
        pthread_create(&a, 0, fails, &a);
    else if (__VERIFIER_nondet_int())
        assert(0);
    for (;;) {
        unsigned l = t++;
        while (s != l) {}
        s++;
    }
}
END
cat >"$work/first.c" <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int first, order;
static void *worker(void *n) {
    for (int k = 0; k < 4; k++) {
        pthread_mutex_lock(&m);
        if (!first) first = (int)(long)n;
        order = (order * 7 + (int)(long)n) % 1000003;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void) {
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++) pthread_create(&t[i], 0, worker, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++) pthread_join(t[i], 0);
    assert(first != THREADS);
    return 0;
}
END

# told FILE: "seconds who" of the first bug of a summary, or - and why it stopped
told() {
    jq -r 'if .bugs == [] then "- \(.halt_reason)"
        else "\(.seconds * 1000 | round / 1000) \(.bugs[0].found_by)"
        end' "$1"
}
# row NAME OPTIONS…
row() {
    local name=$1 how found=()
    shift
    # shellcheck disable=SC2053
    [[ $name == ${ONLY:-*} ]] || return 0
    for how in off on; do
        rm -f "$work/s.json"
        "$HEDDLE" test --quiet --stop-at-first --max-time="$seconds" --hunt=$how --summary="$work/s.json" \
            --out="$work/out" "$@" >"$work/log" 2>&1
        found+=("$(told "$work/s.json")")
    done
    [[ ${found[0]} != -* && ${found[1]} == -* ]] && missed=1
    printf '%-34s %-22s %-22s\n' "$name" "${found[@]}"
}
# mistake NAME PATTERN OPTIONS…: until a finding matches the pattern
mistake() {
    local name=$1 pattern=$2 how start line found=()
    shift 2
    # shellcheck disable=SC2053
    [[ memcached-$name == ${ONLY:-*} ]] || return 0
    [ -x "$built/memcached-$name/memcached" ] || return 0
    for how in off on; do
        found+=(-)
        start=$(date +%s.%N)
        while IFS= read -r line; do
            [[ $line == *error:*$pattern* ]] || continue
            found[-1]=$(echo "$start $(date +%s.%N)" | awk '{printf "%.1f", $2 - $1}')
            break
        done < <("$HEDDLE" test --hunt=$how --max-timeouts=3 --out="$work/out" --max-time="$seconds" \
            '-DCOMMANDS="set a 0 0 1\r\nx\r\n"' "$built/memcached-$name/memcached" \
            "$top/examples/real/server_peer.c" -- "$@" 2>&1)
        # It ends where nobody reads any more, or at its limit.
        wait $! 2>/dev/null
    done
    [[ ${found[0]} != -* && ${found[1]} == -* ]] && missed=1
    printf '%-34s %-22s %-22s\n' "memcached-$name" "${found[@]}"
}

printf '%-34s %-22s %-22s\n' program --hunt=off --hunt=on
row 'counts_far' -DBESIDE=0 "$work/counts_far.c"
row 'counts_far, beside a thread' -DBESIDE=1 "$work/counts_far.c"
for n in 2 3 4 5; do row "first, $n threads" -DTHREADS=$n "$work/first.c"; done
for n in 3 5 7; do row "fibonacci, N=$n" -DN=$n "$top/examples/fibonacci.c"; done
for n in 4 6 8; do row "philosophers, N=$n" -DN=$n "$top/examples/philosophers.c"; done
for n in addall bluetooth circular_buffer two_stage szymanski; do
    row $n -DBUG -DBROKEN "$top/examples/$n.c"
done
for n in fib_bench triangular queue_order work_stealing_queue stack_bounded; do
    row ${n}_wrong "$top/tests/verify/${n}_wrong.c" -DWRONG
done
for n in aget apache_ftp apache_log sor ctrace_b; do row $n "$top/bench/interference/$n.c"; done
row 'pfscan, 2 files' -DFILES=2 "$top/bench/interference/pfscan.c"
row 'pfscan, 3 inputs' -DINPUTS=3 "$top/bench/interference/pfscan.c"
row 'art, 5 threads' -DTHREADS=5 "$top/bench/interference/art.c"
server=(-u root -t 2 -p 11211 -U 0 -m 8 -A -l 127.0.0.1 -o no_lru_maintainer,no_lru_crawler,hashpower=12)
mistake twice 'initialised again' "${server[@]}"
mistake unlocked do_run_lru_crawler_thread "${server[@]::${#server[@]}-1}" no_lru_maintainer,hashpower=12
mistake expanding '`expanding`' "${server[@]}"
mistake stats stats_state "${server[@]}"
exit $missed
