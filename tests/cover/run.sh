#!/bin/bash
# heddle cover: lines, functions and branches of programs whose execution is known, the same numbers as in the
# summary, and what lcov makes of them where it is installed.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# explore ARGUMENTS…: explores, and leaves the tracefile in ./info
explore() {
    timeout 60 "$HEDDLE" test --quiet --summary=s.json "$@" >test.out 2>test.err
    [ $? -le 1 ] || bad "test $*: $(head -n 1 test.err)"
    timeout 60 "$HEDDLE" cover heddle-out >info 2>cover.err || bad "cover after $*: $(head -n 1 cover.err)"
}
# record FILE NAME: the records of that name in the part of a source file, one a line
record() {
    awk -v sf="SF:$1" -v n="$2:" '$0 == sf { on = 1 } /^end_of_record/ { on = 0 }
        on && index($0, n) == 1 { print substr($0, length(n) + 1) }' info
}
words() { tr '\n' ' ' | sed 's/ $//'; }
executed() { record "$1" DA | sed -n 's/,1$//p' | words; }
missed() { record "$1" DA | sed -n 's/,0$//p' | words; }
# The sums of all files are those of the summary.
sums() {
    same "branches of $1" \
        "$(awk -F: '/^BRH/ { h += $2 } /^BRF/ { f += $2 } END { print h + 0, f + 0 }' info)" \
        "$(jq -r '"\(.branches_covered) \(.branches_total)"' s.json)"
    same "sums of lines of $1" "$(awk -F: '/^LF/ { a += $2 } /^LH/ { b += $2 } /^DA/ { c++; if (/,1$/) d++ }
        END { print (a == c), (b == d + 0), (c > 0) }' info)" '1 1 1'
}

prepare() {
    cat >known.c <<'END'
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>
static int tally;
static int less(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
static int never(void) {
    return 3;
}
static int pick(int k) {
    switch (k) {
    case 1:
        tally += 5;
        break;
    case 2:
        tally *= 7;
        break;
    case 3:
        tally -= 9;
        break;
    default:
        tally = 1;
    }
    return tally;
}
static void *thread(void *a) {
    tally = 0;
    return a;
}
int main(int argc, char **argv) {
    int v[3] = {3, 1, 2};
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    qsort(v, 3, sizeof *v, less);
    if (argc > 5)
        return never();
    pick(heddle_int("k") > 0 ? 3 : 2);
    if (argc > 2)
        exit(3);
    return 0;
}
END
    cat >sides.c <<'END'
#include <heddle/heddle.h>
#include <stdio.h>
int main(int argc, char **argv) {
    if (heddle_int("x") > 7) puts("big");
    if (argc > 1) {
        puts("arguments");
        if (argc > 2) puts("many");
    }
    return 0;
}
END
}

case_lines() {
    cp "$common/known.c" .
    explore --no-optimisation known.c
    same 'executed lines' "$(executed "$PWD/known.c")" \
        '6 11 12 17 18 20 21 25 27 28 29 31 32 34 35 36 37 39 40 42 43'
    same 'missed lines' "$(missed "$PWD/known.c")" '9 14 15 23 38 41'
    same 'functions' "$(record "$PWD/known.c" FNDA | sort | words)" '0,never 1,less 1,main 1,pick 1,thread'
    sums known.c
    # More arguments, more lines; the tests of an earlier run do not count.
    explore --no-optimisation known.c -- 1 2 3
    case " $(executed "$PWD/known.c") " in
    *' 41 '*) good ;;
    *) bad 'line 41 is not executed with 3 arguments' ;;
    esac
    explore --no-optimisation known.c -- 1 2 3 4 5 6
    case " $(executed "$PWD/known.c") " in
    *' 39 '*) bad 'line 39 is executed with 6 arguments' ;;
    *' 38 '*) good ;;
    *) bad 'line 38 is not executed with 6 arguments' ;;
    esac
}

# Branches: both sides, one, none.
case_sides() {
    cp "$common/sides.c" .
    explore sides.c
    same 'sides of branches' \
        "$(record "$PWD/sides.c" BRDA | sed 's/^\([0-9]*\),.*,/\1 /' | sort | tr '\n' ',')" \
        '4 1,4 1,5 0,5 1,7 -,7 -,'
    sums sides.c
}

# How many reads of another thread's writes a line and a side of a branch need.
case_interferences() {
    cat >degrees.c <<'END'
#include <pthread.h>
static int x, y, seen;
static void *reader(void *arg) {
    if (x == 1) {
        seen = 1;
        if (y == 2) {
            seen = 2;
        }
    }
    return arg;
}
static void *writer(void *arg) {
    y = 2;
    x = 1;
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, reader, NULL);
    pthread_create(&u, NULL, writer, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    if (seen == 3)
        return 1;
    return 0;
}
END
    "$HEDDLE" test -q --no-optimisation --interleave=memory --strategy=interference degrees.c >out 2>err
    same 'exploration' $? 5
    "$HEDDLE" cover --interferences heddle-out >told 2>err
    same 'status' $? 0
    same 'lines' "$(sed -n 's/degrees.c:\([0-9]*\): executed with/\1/p' told | tr '\n' ,)" \
        '5 1 interference,6 1 interference,7 2 interferences,'
    same 'sides' "$(sed -n 's/degrees.c:\([0-9]*\): side [01] of a branch with/\1/p' told | tr '\n' ,)" \
        '4 1 interference,6 2 interferences,'
    same 'counts' "$(head -n 1 told)" 'degrees.c: of 19 lines, 1 not executed, 15 with 0 interferences,'\
' 2 with 1 interference, 1 with 2 interferences'
    printf '#include <stdlib.h>\nint main(void) {\n    abort();\n}\n' >straight.c
    "$HEDDLE" test -q --strategy=interference --guidance=no-search straight.c >out 2>err
    same 'exploration without branches' $? 1
    same 'counts without branches' "$("$HEDDLE" cover --interferences heddle-out)" \
        'straight.c: of 1 lines, 0 not executed, 1 with 0 interferences'
    explore degrees.c
    "$HEDDLE" cover --interferences heddle-out >told 2>err
    same 'status of another strategy' $? 2
    check 'why' grep -q 'interferences were not counted' err
}

# All workers count; findings and limits leave coverage, too.
case_workers() {
    local program
    for program in addall parser_feed bounded_buffer; do
        explore --jobs=2 --max-traces=200 "$top/examples/$program.c"
        sums "$program"
    done
}

# Several files in several folders, built by heddle cc; headers of the library are not the program's.
case_folders() {
    mkdir -p a b
    printf '#include <ctype.h>\nint f(int x) {\n    return isdigit(x) ? 1 : 2;\n}\n' >a/same.c
    printf 'int f(int);\nint main(void) {\n    return f(65) - 2;\n}\n' >b/same.c
    (cd a && "$HEDDLE" cc -c same.c) && (cd b && "$HEDDLE" cc -c same.c) &&
        "$HEDDLE" cc a/same.o b/same.o -o program || bad 'heddle cc'
    explore ./program
    same 'files' "$(grep ^SF: info | words)" "SF:$PWD/a/same.c SF:$PWD/b/same.c"
    sums program
}

# refused TEXT ARGUMENTS…: what cannot be told
refused() {
    local text=$1 status
    shift
    timeout 20 "$HEDDLE" cover "$@" >out.txt 2>err.txt
    status=$?
    if [ "$status" -eq 2 ] && [ "$(wc -l <err.txt)" -eq 1 ] && grep -q -- "$text" err.txt; then
        good
    else
        bad "cover $*: status $status: $(head -n 2 err.txt | tr '\n' ' ')"
    fi
}
case_refused() {
    cp "$common/sides.c" .
    explore sides.c
    mkdir empty broken other
    refused 'one folder'
    refused 'nothing: No such file' nothing
    refused 'not an output folder of heddle test' sides.c
    refused 'coverage.json' empty
    head -c 40 heddle-out/coverage.json >broken/coverage.json
    refused 'broken/coverage.json' broken
    echo '{"schema": 99, "directory": "/", "files": []}' >other/coverage.json
    refused 'not coverage of this version' other
    echo '{"schema": 1, "directory": "/",
        "files": [{"file": "x", "functions": [], "lines": [[1, 7]], "branches": []}]}' >other/coverage.json
    refused 'not coverage written by heddle test' other
    refused 'no/such/folder' -o no/such/folder/x heddle-out
    "$HEDDLE" cover --output=file.info heddle-out && cmp -s file.info info && good || bad '--output'
}

case_lcov() {
    local rate
    command -v genhtml >/dev/null || return 0
    explore "$top/examples/addall.c"
    if genhtml --branch-coverage -q -o html info >genhtml.log 2>&1 && [ -f html/index.html ]; then
        good
    else
        bad "genhtml: $(tail -n 1 genhtml.log)"
    fi
    lcov --rc lcov_branch_coverage=1 --summary info >lcov.log 2>&1
    rate=$(sed -n 's/.*branches\.*: .*(\([0-9]*\) of \([0-9]*\) branches).*/\1 \2/p' lcov.log)
    same 'branches as lcov counts them' "$rate" "$(jq -r '"\(.branches_covered) \(.branches_total)"' s.json)"
}

suite "$@"
