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
    same 'what is told of them' "$(tail -n 1 err)" 'heddle: 64 tests of paths in t'
    same 'in the summary' "$(jq .path_tests s.json)" 64
    same 'the last one' "$(LC_ALL=C ls t/*-path.test.json | tail -n 1)" t/000064-path.test.json
    replayed t
    same 'different outputs' "$(LC_ALL=C sort -u printed | wc -l)" 64
    # The inputs alone say which way a path goes: 64 values of six bits.
    same 'inputs' "$(jq -r '.inputs[0].unsigned | tonumber % 64' t/*-path.test.json | sort -un | wc -l)" 64
    cp -r t before
    explored 0 --tests=all --out=t bits.c &&
        check 'another exploration writes other tests' diff -rx summary.json before t
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

case_unwritable() {
    mkdir -p t/000003-path.test.json
    explored 2 --tests=all --out=t bits.c || return
    same 'what is told' \
        "$(grep -c 'the test could not be written: cannot write t/000003-path.test.json' err)" 1
    check 'nothing was explored' grep -q 'everything was explored' err
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

# --- lists --------------------------------------------------------------------------------------------------

case_summary() {
    cat >kinds.c <<'END'
#include <heddle/heddle.h>
int main(void) {
    int x = heddle_int("x");
    char s[3];
    heddle_symbolic(s, 3, "s");
    heddle_assume(s[0] == 'q' && s[1] == '"' && s[2] == 7);
    heddle_assert(x != -2);
    return 0;
}
END
    explored 1 --tests=all --test-format=ktest --out=t kinds.c || return
    "$HEDDLE" show --summary t >out 2>err
    same 'exit status' $? 0
    same 'list' "$(sed 's/^0*1-path.ktest$/path/' out | grep -v '^    x = [^-]')" "path
    s = \"q\\\"\\x07\", 71 22 07
0001-assertion.ktest
    x = -2, 4294967294, 0xfffffffe, \"\\xfe\\xff\\xff\\xff\"
    s = \"q\\\"\\x07\", 71 22 07
0001-assertion.test.json  assertion: assertion failed: x != -2
    x = -2, 4294967294, 0xfffffffe, \"\\xfe\\xff\\xff\\xff\"
    s = \"q\\\"\\x07\", 71 22 07
1 finding, 0 paths, 2 ktest files"
    explored 0 --tests=all --out=t bits.c && "$HEDDLE" show --summary t >out 2>err
    same 'tests' "$(grep -c -- '-path.test.json  path: the ' out) $(tail -n 1 out)" \
        '64 0 findings, 64 paths, 0 ktest files'
    head -c 40 t/000002-path.test.json >t/000003-path.test.json
    "$HEDDLE" show --summary t >out 2>err
    same 'exit status with a damaged one' $? 2
    same 'lines about it' "$(grep -c '^heddle: t/000003-path.*: not a valid test' err) $(wc -l <err)" '1 1'
    same 'and the others' "$(tail -n 1 out)" '0 findings, 63 paths, 0 ktest files'
    "$HEDDLE" show --summary bits.c >out 2>err
    same 'exit status for a file' "$? $(cat err)" '2 heddle: bits.c: not a folder'
    "$HEDDLE" show --summary nothing >out 2>err
    same 'exit status for nothing' "$? $(cat err)" '2 heddle: nothing: No such file or directory'
}

# --- the format of KLEE -------------------------------------------------------------------------------------

# ktest FILE: prints what a ktest file has, one thing a line: its version, its arguments, and NAME=HEX of
# each object. Returns 1 where the file does not end with its last object.
ktest() {
    local hex at=0 n k text
    hex=$(od -An -v -tx1 "$1" | tr -d ' \n')
    number() {
        n=$((16#${hex:at:8}))
        at=$((at + 8))
    }
    bytes() {
        number
        text=${hex:at:2*n}
        at=$((at + 2 * n))
    }
    letters() {
        bytes
        # shellcheck disable=SC2001
        text=$(printf '%b' "$(sed 's/../\\x&/g' <<<"$text")")
    }
    [ "${hex:0:10}" = 4b54455354 ] || return 1
    at=10
    number
    echo "version $n"
    number
    for ((k = n; k > 0; k--)); do
        letters
        echo "argument $text"
    done
    number
    echo "symbolic arguments $n"
    number
    number
    for ((k = n; k > 0; k--)); do
        letters
        printf '%s=' "$text"
        bytes
        echo "$text"
    done
    [ "$at" -eq ${#hex} ]
}

case_ktest() {
    explored 0 --tests=all --test-format=ktest --out=t bits.c -- one 'two words' || return
    same 'files' "$(find t -name '*.test.json' | wc -l) $(find t -name '*.ktest' | wc -l)" '0 64'
    check 'the file does not end where it should' ktest t/000001-path.ktest >one
    same 'the head' "$(head -n 5 one | tr '\n' ';')" \
        'version 3;argument bits;argument one;argument two words;symbolic arguments 0;'
    for t in t/*.ktest; do ktest "$t" | grep '^bits=..$'; done | while IFS='=' read -r _ hex; do
        echo $((16#$hex % 64))
    done | sort -un >inputs
    same 'different inputs' "$(wc -l <inputs)" 64
    # Each replays with the inputs that it has: the program prints the letters of its bits.
    for t in t/*.ktest; do
        "$HEDDLE" replay "$t" bits.c 2>err || bad "$t: exit status $?: $(cat err)"
    done >printed
    same 'different outputs' "$(LC_ALL=C sort -u printed | wc -l)" 64
    "$HEDDLE" replay -q bits.c >out 2>err
    same 'exit status for a program' $? 2
    "$HEDDLE" replay t/000001-path.ktest >out 2>err
    same 'exit status without a program' $? 2
    same 'lines of that' "$(grep -c 'heddle: t/000001-path.ktest: .*give its files' err)" 1
}

# Finding and ktest file: of a bug there are both.
case_ktest_of_bug() {
    explored 1 --test-format=ktest --out=t bug.c || return
    same 'files' "$(cd t && LC_ALL=C ls ./*assertion* | tr '\n' ' ')" \
        './0001-assertion.ktest ./0001-assertion.test.json '
    same 'its input' "$(ktest t/0001-assertion.ktest | tail -n 1)" 'x=07000000'
    "$HEDDLE" replay t/0001-assertion.ktest bug.c >out 2>err
    same 'exit status' $? 1
    check 'no finding' grep -q 'error: assertion failed: x != 7' err
    explored 0 --out=t bits.c &&
        same 'files of an exploration after it' "$(echo t/*)" 't/coverage.json t/summary.json'
}

# object NAME HEX, number N: parts of a ktest file
number() { printf '%08x' "$1"; }
object() {
    number ${#1} && printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n'
    number $((${#2} / 2)) && printf '%s' "$2"
}
# made FILE HEX: writes the bytes.
made() { printf '%b' "$(sed 's/../\\x&/g' <<<"$2")" >"$1"; }

# Several objects of one name are the first, second, … input of that name; those that nobody asks for do no
# harm, and what is missing is zero.
case_ktest_of_others() {
    cat >names.c <<'END'
#include <klee/klee.h>
#include <stdio.h>
int main(int argc, char **argv) {
    unsigned char x[3], y;
    for (int k = 0; k < 3; k++) klee_make_symbolic(&x[k], 1, "x");
    klee_make_symbolic(&y, 1, "y");
    printf("%d %d %d %d %d %s\n", x[0], x[1], x[2], y, argc, argc > 1 ? argv[1] : "");
    return 0;
}
END
    head=4b54455354$(number 3)$(number 2)$(number 1)61$(number 3)617267$(number 0)$(number 0)
    made a.ktest "$head$(number 4)$(object x 01)$(object model_version 01000000)$(
        object x 02
    )$(object y 0903)"
    same 'what is printed' "$("$HEDDLE" replay -q a.ktest names.c)" '1 2 0 9 2 arg'
    same 'with other arguments' "$("$HEDDLE" replay -q a.ktest names.c -- p q)" '1 2 0 9 3 p'
    # Version 1 has no symbolic arguments.
    made b.ktest "4b54455354$(number 1)$(number 0)$(number 1)$(object y 04)"
    same 'what is printed for version 1' "$("$HEDDLE" replay -q b.ktest names.c)" '0 0 0 4 1 '
}

# Damaged files: one line, exit status 2.
case_ktest_damaged() {
    explored 3 --tests=all --test-format=ktest --max-traces=1 --out=t bits.c || return
    local status whole=t/000001-path.ktest
    for ((n = $(stat -c %s $whole) - 1; n >= 0; n--)); do
        head -c $n $whole >cut.ktest
        "$HEDDLE" replay -q cut.ktest bits.c >out 2>err
        status=$?
        same "exit status of the first $n bytes, $(cat err)" "$status $(wc -l <err)" '2 1'
    done
    # One byte is another one: the file is refused, or what it says is run.
    for ((n = $(stat -c %s $whole) - 1; n >= 0; n--)); do
        {
            head -c $n $whole
            printf '\xff'
            tail -c +$((n + 2)) $whole
        } >changed.ktest
        timeout 60 "$HEDDLE" replay -q changed.ktest bits.c >out 2>err
        status=$?
        check "exit status with another byte $n: $status, $(cat err)" \
            test $status -eq 0 -o $status -eq 2 -a "$(wc -l <err)" -eq 1
    done
    { cat $whole && echo; } >long.ktest
    local empty
    empty=4b54455354$(number 3)$(number 0)$(number 0)$(number 0)
    made large.ktest "${empty}ffffffff$(object x 01)"
    made long_object.ktest "$empty$(number 1)$(number 1)78fffffff0"
    made long_text.ktest "4b54455354$(number 3)$(number 1)$(number 2)6100$(number 0)$(number 0)$(number 0)"
    made version.ktest "4b54455354$(number 4)$(number 0)$(number 0)$(number 0)$(number 0)"
    : >empty.ktest
    for t in long large long_object long_text version empty missing; do
        "$HEDDLE" replay -q $t.ktest bits.c >out 2>err
        status=$?
        same "exit status of $t.ktest, $(cat err)" "$status $(wc -l <err)" '2 1'
        check "the line does not name $t.ktest" grep -q "^heddle: $t.ktest: " err
    done
}

suite "$@"
