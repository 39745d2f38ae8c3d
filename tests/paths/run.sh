#!/bin/bash
# Tests of paths (--tests=all, --tests=new-coverage): there are as many as there should be, each replays to
# the end that it tells, and those of new-coverage cover what those of all cover.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# explored STATUS ARGUMENTS…: explores; complains about another exit status.
explored() {
    local want=$1 status
    shift
    timeout 120 "$HEDDLE" test --summary=s.json "$@" >out 2>err </dev/null
    status=$?
    [ "$status" -eq "$want" ] && return
    bad "heddle test $*: exit status $status, not $want: $(tail -n 2 err | tr '\n' ' ')"
    return 1
}
# replayed FOLDER: replays all tests of paths; what the program printed goes to ./printed, one line a test.
replayed() {
    local t
    for t in "$1"/*-path.test.json; do
        [ -e "$t" ] || continue
        if timeout 60 "$HEDDLE" replay "$t" >one 2>err </dev/null; then
            tr '\n' ' ' <one
            echo
        else
            bad "$t: exit status $?: $(tail -n 1 err)" >&3
        fi
    done 3>&1 >printed
    grep '^FAIL' printed && failed=$((failed + 1))
    return 0
}
count() { find "$1" -name '*-path.test.json' | wc -l; }
# words: all words of ./printed, sorted, each once
words() { tr ' ' '\n' <printed | grep . | LC_ALL=C sort -u | tr '\n' ' '; }

prepare() {
    cat >bits.c <<'END'
#include <heddle/heddle.h>
#include <stdio.h>
int main(void) {
    unsigned char bits;
    int n = 0, place[6];
    heddle_symbolic(&bits, 1, "bits");
    for (int k = 0; k < 6; k++)
        if (bits >> k & 1) place[n++] = k;
    for (int k = 0; k < n; k++) putchar('a' + place[k]);
    puts(".");
    return n;
}
END
    # Each branch prints its side, so that the output tells what a path covers.
    cat >sides.c <<'END'
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    if (shared == 1) puts("second"); else puts("first");
    shared += 2;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    int x = heddle_int("x"), y = heddle_int("y");
    if (x > 100) puts("x+"); else puts("x-");
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    if (shared == 2) puts("late"); else puts("early");
    shared++;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    if (y == x + 7) puts("y="); else if (y < 0) puts("y-"); else puts("y+");
    if (x > 200 && y == 3) puts("both");
    return 0;
}
END
    cat >bug.c <<'END'
#include <heddle/heddle.h>
int main(void) {
    int x = heddle_int("x");
    if (x == 5) return 1;
    if (x == 6) return 2;
    heddle_assert(x != 7);
    heddle_assume(x != 8);
    return 3;
}
END
    # The race makes x visible, so that the exploration begins again.
    cat >race.c <<'END'
#include <pthread.h>
static int x;
static void *worker(void *arg) {
    x = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int seen = x;
    pthread_join(t, NULL);
    return seen;
}
END
    cat >endless.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    for (int turn = 0;; turn = !turn) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
}
END
}
before_case() { cp "$common"/*.c .; }

case_all() {
    explored 0 --tests=all --out=t bits.c || return
    same 'tests' "$(count t)" 64
    same 'the last one' "$(LC_ALL=C ls t/*-path.test.json | tail -n 1)" t/000064-path.test.json
    replayed t
    same 'different outputs' "$(LC_ALL=C sort -u printed | wc -l)" 64
    # The inputs alone say which way a path goes: 64 values of six bits.
    same 'inputs' "$(jq -r '.inputs[0].unsigned | tonumber % 64' t/*-path.test.json | sort -un | wc -l)" 64
    cp -r t before
    explored 0 --tests=all --out=t bits.c && check 'another exploration writes other tests' diff -r before t
    explored 0 --out=t bits.c && same 'tests of an exploration after it' "$(count t)" 0
}

case_each_strategy() {
    local s
    for s in por dpor unfold contextual dfs 'por --cutoffs=off' 'por --jobs=3' 'unfold --jobs=3' \
        'por --search=bfs' 'unfold --search=random'; do
        # shellcheck disable=SC2086
        explored 0 --tests=all --strategy=$s --out=t bits.c || continue
        same "tests of $s" "$(count t)" "$(jq .traces s.json)"
        replayed t
        same "different outputs of $s" "$(LC_ALL=C sort -u printed | wc -l)" 64
    done
}

case_new_coverage() {
    local s want
    explored 0 --tests=all --out=t sides.c || return
    replayed t
    want=$(words)
    same 'words' "$want" 'both early first late second x+ x- y+ y- y= '
    for s in auto por dpor unfold contextual dfs 'por --cutoffs=off' 'por --jobs=3' 'unfold --jobs=3' \
        'por --search=bfs' 'por --search=random' 'por --search=coverage' 'unfold --search=bfs'; do
        # shellcheck disable=SC2086
        explored 0 --tests=new-coverage --strategy=$s --out=n sides.c || continue
        replayed n
        same "what is covered by $s" "$(words)" "$want"
        check "$s: $(count n) tests for ten words" test "$(count n)" -le 10
    done
    explored 0 --tests=new-coverage --out=n bits.c && check 'many tests' test "$(count n)" -le 4
}

# Strategies that need not reach everything: what there is replays.
case_other_strategies() {
    explored 5 --tests=all --strategy=interference --out=t sides.c && replayed t
    check 'interference: no tests' test "$(count t)" -gt 0
    explored 3 --tests=new-coverage --strategy=random --max-traces=300 --out=t sides.c && replayed t
    check 'random: no tests' test "$(count t)" -gt 0
    "$HEDDLE" test --tests=all --strategy=sequential --out=t sides.c >out 2>err
    check 'sequential takes --tests' grep -q 'warning: --tests=all is ignored' err
    same 'tests of sequential' "$(count t)" 0
    explored 3 --tests=all --max-traces=5 --out=t bits.c && same 'tests at a limit' "$(count t)" 5
    "$HEDDLE" diff --tests=all bits.c sides.c >out 2>err
    same 'exit status of diff' $? 2
    check 'diff takes --tests' grep -q 'tests of findings only' err
}

case_errors() {
    explored 1 --tests=all --out=t bug.c || return
    same 'tests' "$(cd t && LC_ALL=C ls ./*.test.json | sed 's/.test.json//' | tr '\n' ' ')" \
        './000001-path ./000002-path ./000003-path ./0001-assertion '
    replayed t
    "$HEDDLE" replay t/0001-assertion.test.json >out 2>err
    same 'exit status for the finding' $? 1
    "$HEDDLE" show t/000001-path.test.json >out 2>err
    same 'exit status of show' $? 0
    check 'show does not say that it is a path' grep -q '^path: the ' out
}

case_restart() {
    explored 1 --tests=all --out=t race.c || return
    same 'restarts' "$(jq '.restarts > 0' s.json)" true
    same 'tests' "$(count t)" "$(jq .paths_exit+.paths_cutoff s.json)"
    replayed t
    # Both orders of the accesses are there.
    for t in t/*-path.test.json; do "$HEDDLE" replay "$t" 2>&1; done >ends
    check 'no path reads 0' grep -q 'exit status 0' ends
    check 'no path reads 1' grep -q 'exit status 1' ends
}

case_endless() {
    explored 0 --tests=all --out=t endless.c || return
    check 'no tests' test "$(count t)" -gt 0
    timeout 60 "$HEDDLE" replay t/000001-path.test.json >out 2>err
    same 'exit status' $? 0
    check 'it ended' grep -q 'the path ended without a finding' err
}

# What differs from the test is told.
case_changed() {
    explored 0 --tests=all --strategy=dfs --out=t bits.c || return
    jq '.finding.message = "the program ends with exit status 77"' t/000001-path.test.json >x.test.json
    "$HEDDLE" replay x.test.json >out 2>err
    same 'exit status' $? 4
    check "the end is not compared: $(cat err)" grep -q 'left the schedule.*, not: the program ends with' err
}

suite "$@"
