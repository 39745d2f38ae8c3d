#!/bin/bash
# Findings in normal processes: heddle replay --native. Each test of a program is replayed natively and must
# happen there (exit status 1), but for what is known and has its reason. HEDDLE_LONG: all programs of
# tests/detect, of whose findings 85 in a hundred have to happen, but for kinds that no normal process notices
# (the others rest on signals, time, cancellation or variables beside each other).
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# has_tests FOLDER NAME: explores a program of that folder; its tests are in out then. False: it has none.
has_tests() {
    local folder=$1 name=$2 options
    options=$(sed -n 's:^/\* options\: \(.*\) \*/$:\1:p' "$folder/$name.c")
    rm -rf out
    # The options are words.
    # shellcheck disable=SC2086
    (cd "$folder" && timeout 60 "$HEDDLE" test -q --max-time=10 --out="$work_here/out" $options "$name.c") \
        >log 2>&1 </dev/null
    compgen -G 'out/*.test.json' >/dev/null
}
finds() {
    has_tests "$@" && return
    bad "$2: no test: $(tail -n 2 log)"
    return 1
}
# natively STATUS TEXT TEST OPTIONS…: how a native replay has to end, and what it says.
natively() {
    local want=$1 text=$2 test=$3 status
    shift 3
    timeout 90 "$HEDDLE" replay --native "$@" "$test" >out.txt 2>err.txt </dev/null
    status=$?
    if [ "$status" -ne "$want" ]; then
        bad "$(basename "$test"): exit status $status, not $want: $(tail -n 2 err.txt | tr '\n' ' ')"
    elif ! grep -q -e "$text" err.txt; then
        bad "$(basename "$test"): no '$text': $(tail -n 2 err.txt | tr '\n' ' ')"
    else
        good
    fi
}
before_case() { work_here=$PWD; }

# all FOLDER NAME…: every test of these programs happens.
all() {
    local folder=$1 name test
    shift
    for name in "$@"; do
        finds "$folder" "$name" || continue
        for test in out/*.test.json; do natively 1 natively "$test"; done
    done
}

case_examples() { all "$top/examples" account lost_signal lost_update philosophers; }
case_examples_memory() { all "$top/examples" dekker fibonacci reorder lazy_init; }
case_objects() {
    all "$top/tests/detect" barrier_too_few condition_if_instead_of_while deadlock_abba \
        rwlock_upgrade once_within_itself
}
case_ends() {
    all "$top/tests/detect" assert_in_atexit bug_in_thread_main_does_not_wait_for create_with_bad_routine \
        dup2_by_another unlock_twice
}

# The inputs are those of the test, also those of threads and those asked for again.
case_inputs() {
    cat >inputs.c <<'END'
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
static int sum;
static void *add(void *arg) {
    for (int k = 0; k < 2; k++) sum += heddle_int("n");
    return arg;
}
int main(void) {
    pthread_t t;
    int first = heddle_int("n");
    pthread_create(&t, 0, add, 0);
    pthread_join(t, 0);
    assert(first != 77 || sum != 1234);
    return 0;
}
END
    timeout 60 "$HEDDLE" test -q --out=out inputs.c >log 2>&1
    natively 1 'signal 6' out/0001-assertion.test.json
    grep -q 'first != 77' err.txt && good || bad "the assertion is not told: $(cat err.txt)"
}

# The heap stops what leaves a block, or comes after its end.
case_heap() {
    local what
    cat >heap.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static int *block;
static void *work(void *arg) {
#ifdef AFTER
    block[1] = 1;
#else
    block[4] = 1;
#endif
    return arg;
}
int main(void) {
    pthread_t t;
    block = malloc(4 * sizeof *block);
    if (!block) return 0;
#ifdef AFTER
    free(block);
#endif
#ifdef TWICE
    free(block);
    free(block);
    return 0;
#endif
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
END
    for what in BEHIND AFTER TWICE; do
        rm -rf out
        timeout 60 "$HEDDLE" test -q --out=out -D$what heap.c >log 2>&1
        natively 1 'ended with signal' out/0001-memory.test.json
    done
}

# What comes of a normal process that does other things than the engine.
case_leaves() {
    cat >clock.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t got;
static void handler(int n) { got = n; }
int main(void) {
    signal(SIGUSR1, handler);
    kill(getpid(), SIGUSR1);
    while (!got) pause();
    assert(getpid() == -1);
    return 0;
}
END
    timeout 60 "$HEDDLE" test -q --out=out clock.c >log 2>&1
    timeout 90 "$HEDDLE" replay --native out/0001-assertion.test.json >out.txt 2>err.txt
    case $? in
    1) good ;;
    4) grep -q 'left the schedule: ' err.txt && good || bad "no reason: $(cat err.txt)" ;;
    *) bad "unexpected: $(cat err.txt)" ;;
    esac
    natively 2 'no such\|No such' missing.test.json
}

# An executable that was built by heddle cc; --keep leaves what is run; a program of its own entry.
case_built() {
    cp "$top/examples/lost_update.c" .
    "$HEDDLE" cc -pthread -c lost_update.c &&
        "$HEDDLE" cc -pthread -o lost lost_update.o || bad 'heddle cc failed'
    timeout 60 "$HEDDLE" test -q --out=out lost >log 2>&1
    natively 1 'signal 6' out/0001-assertion.test.json --keep=kept
    ./kept >out.txt 2>err.txt
    same 'status of the program without a plan' $? 127
    grep -q 'heddle replay --native' err.txt && good || bad "it does not say what it is: $(cat err.txt)"
    sed 's/int main(void)/int other(void)/' lost_update.c >other.c
    rm -rf out
    timeout 60 "$HEDDLE" test -q --out=out --entry=other other.c >log 2>&1
    natively 1 'signal 6' out/0001-assertion.test.json
}

# A tool that is not there.
case_no_tool() {
    finds "$top/examples" lost_update || return
    mkdir bin
    ln -s "$(command -v clang-19)" "$(command -v ld)" bin
    PATH=$PWD/bin "$HEDDLE" replay --rr out/0001-assertion.test.json >out.txt 2>err.txt
    same 'exit status' $? 2
    grep -q 'cannot run rr: No such file' err.txt && good || bad "it does not say so: $(cat err.txt)"
}

# A debugger stops at the finding.
case_gdb() {
    command -v gdb >/dev/null || {
        echo 'gdb is missing: not tested'
        return
    }
    finds "$top/examples" lost_update || return
    printf 'run\nwhere\nquit\n' | timeout 90 "$HEDDLE" replay --gdb out/0001-assertion.test.json >out.txt 2>&1
    grep -q 'SIGTRAP' out.txt && good || bad "it does not stop: $(tail -n 5 out.txt)"
    grep -q 'lost_update.c:31' out.txt && good || bad "no line of the program: $(tail -n 9 out.txt)"
}

# Every test of all programs: what happens natively, by kind.
case_all() {
    [ -n "${HEDDLE_LONG:-}" ] || return
    local file test kind happened=0 told=0
    # They run where they were built, and some make files there.
    cp -r "$top/tests/detect" programs
    for file in programs/*.c; do
        has_tests "$PWD/programs" "$(basename "$file" .c)"
        for test in out/*.test.json; do
            [ -e "$test" ] || continue
            kind=$(jq -r .finding.kind "$test")
            case $kind in uninitialised | leak | api | arithmetic | unreachable) continue ;; esac
            told=$((told + 1))
            timeout 90 "$HEDDLE" replay --native "$test" >out.txt 2>err.txt </dev/null
            case $? in
            1) happened=$((happened + 1)) ;;
            0 | 2 | 4) grep -q '^heddle: ' err.txt || bad "$test: no reason" ;;
            *) bad "$test: exit status $?: $(tail -n 1 err.txt)" ;;
            esac
        done
    done
    echo "$happened of $told findings happen natively"
    check "85 in a hundred" [ $((happened * 100)) -ge $((told * 85)) ]
}

suite "$@"
