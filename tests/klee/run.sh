#!/bin/bash
# What a user of KLEE relies on: the functions of klee.h, and their namesakes of heddle.h; symbolic arguments;
# and docs/from-klee.md, each of whose sections is a case page_SECTION.
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
# outputs FOLDER: what the program prints in the replays of all tests of paths, one line each, sorted
outputs() {
    local t
    for t in "$1"/*-path.test.json; do
        timeout 60 "$HEDDLE" replay -q "$t" </dev/null || echo "exit status $? of $t"
    done | LC_ALL=C sort
}

# The answer is the same in the exploration and in a replay, where every input is a number.
case_is_symbolic() {
    cat >p.c <<'END'
#include <klee/klee.h>
#include <heddle/heddle.h>
#include <stdio.h>
int main(void) {
    int x = klee_int("x"), y = 3;
    printf("%d%d%d%d ", klee_is_symbolic(x) != 0, klee_is_symbolic(y) != 0, klee_is_symbolic(x - x) != 0,
           heddle_is_symbolic(x + 1) != 0);
    if (x == 4) puts("four"); else puts("other");
    heddle_assert(!klee_is_symbolic(x) || x != 5);
    return 0;
}
END
    explored 1 --tests=all --out=t p.c || return
    same 'findings' "$(jq -c '[.bugs[] | .kind, .inputs.x]' s.json)" '["assertion",5]'
    same 'internal error' "$(jq -c .internal_error s.json)" null
    same 'outputs' "$(outputs t | uniq | tr '\n' ';')" '1001 four;1001 other;'
}

# Each value is explored on its own, and none is lost.
case_get_value() {
    cat >p.c <<'END'
#include <klee/klee.h>
#include <heddle/heddle.h>
#include <stdio.h>
int main(void) {
    int x = klee_range(2, 6, "x");
    long a = klee_get_valuel(x);
    printf("%ld %d\n", a, klee_is_symbolic(a));
    heddle_assert(klee_get_value_i32(-x) == -a && klee_get_value_i64(x) == a && klee_get_valuell(x) == a);
    heddle_assert(heddle_concrete((uintptr_t)x) == (uintptr_t)a);
    heddle_assert(klee_get_valuef(1.5f) == 1.5f && klee_get_valued(-2.25) == -2.25);
    heddle_assert(a != 5);
    return 0;
}
END
    explored 1 --tests=all --out=t p.c || return
    same 'findings' "$(jq -c '[.bugs[] | .message, .inputs.x]' s.json)" '["assertion failed: a != 5",5]'
    same 'outputs' "$(outputs t | uniq | tr '\n' ';')" '2 0;3 0;4 0;'
}

case_object_size() {
    cat >p.c <<'END'
#include <klee/klee.h>
#include <heddle/heddle.h>
#include <stdlib.h>
static char global[13], other[7];
int main(void) {
    char local[5], *heap = malloc(11);
    struct { int a; char b[9]; } s;
    klee_assert(klee_get_obj_size(global) == 13 && klee_get_obj_size(other) == 7);
    klee_assert(klee_get_obj_size(local) == 5 && klee_get_obj_size(&s) == sizeof s);
    klee_assert(klee_get_obj_size(heap) == 11 && heddle_object_size(heap) == 11);
    klee_assert(heddle_object_size(heap + 1) == 0 && heddle_object_size(0) == 0);
    local[0] = s.b[0] = 1;
    free(heap);
#ifdef WITHIN
    klee_get_obj_size(global + 1);
#endif
#ifdef FREED
    klee_get_obj_size(heap);
#endif
    return local[0] - s.b[0];
}
END
    explored 0 --out=t p.c
    explored 0 --out=t --no-optimisation p.c
    for why in WITHIN FREED; do
        explored 1 -D$why --out=t p.c &&
            same "finding with $why" "$(jq -c '[.bugs[] | .kind, .message]' s.json)" \
                '["api","klee_get_obj_size: no object begins at this address"]'
    done
}

# An object that another thread frees meanwhile is a race.
case_object_size_race() {
    cat >p.c <<'END'
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>
static char *heap;
static void *worker(void *arg) {
    free(heap);
    return arg;
}
int main(void) {
    pthread_t t;
    heap = malloc(8);
    pthread_create(&t, NULL, worker, NULL);
    size_t n = heddle_object_size(heap);
    pthread_join(t, NULL);
    return n != 8;
}
END
    explored 1 --out=t p.c && check 'no race' grep -q 'data race' err
}

case_told() {
    cat >p.c <<'END'
#include <klee/klee.h>
#include <heddle/heddle.h>
static void deep(void) { klee_stack_trace(); }
int main(void) {
    int x = klee_range(3, 10, "x");
    klee_print_expr("the sum", x + 1);
    klee_print_expr("a number", 42);
    klee_print_range("x", x);
    klee_print_range("seven", 7);
    heddle_print_value("twice", (uintptr_t)(unsigned)x * 2);
    heddle_print_range("times four", (uintptr_t)x * 4);
    deep();
    klee_set_forking(1);
    klee_warning("one");
    klee_warning_once("one");
    return klee_get_errno();
}
END
    explored 0 --out=t p.c || return
    jq -r '.warnings[]' s.json >warnings
    check "no sum: $(cat warnings)" grep -q '^the sum: (x + 1)$' warnings
    check 'no twice' grep -q '^twice: .*x\[' warnings
    for text in 'a number: 42' 'x: 3 to 9' 'seven: 7 to 7' 'times four: 12 to 36'; do
        check "no '$text'" grep -qx "$text" warnings
    done
    check 'no stack' grep -q '^klee_stack_trace: .*deep at p.c:3, called from main at p.c:12' warnings
    same 'what is assumed' "$(jq -c .assumptions s.json)" '["one"]'
    same 'warnings about forking' "$(grep -c set_forking s.json)" 0
}

# However many values are told, the summary stays small.
case_told_often() {
    cat >p.c <<'END'
#include <klee/klee.h>
int main(void) {
    for (int k = 0; k < 3000; k++) klee_print_expr("k", k);
    return 0;
}
END
    explored 0 --out=t p.c && same 'warnings, and the last one' \
        "$(jq -r '(.warnings | length), .warnings[-1]' s.json | tr '\n' ' ')" \
        '1001 there were more warnings '
}

# What has no effect says so, and what makes no sense is refused where it is called.
case_refused() {
    local call
    cat >p.c <<'END'
#include <klee/klee.h>
int main(void) {
    int x = klee_int("x");
    klee_open_merge();
    klee_prefer_cex(&x, x > 'a');
    klee_posix_prefer_cex(&x, x > 'a');
    klee_mark_global(&x);
    if (x == 1) CALL;
    klee_close_merge();
    return 0;
}
END
    explored 0 "-DCALL=klee_set_forking(0)" --out=t p.c &&
        check 'klee_set_forking is silent' grep -q 'klee_set_forking(0) has no effect' s.json
    for call in 'klee_define_fixed_object(&x,4)' 'klee_alias_function("a","b")' \
        'klee_alias_function_regex("a","b")'; do
        explored 3 "-DCALL=$call" --out=t p.c &&
            check "${call%%(*} is not named: $(cat err)" grep -q "not supported: ${call%%(*}: " err
    done
}

# --- the command line ---------------------------------------------------------------------------------------

# refused TEXT ARGUMENTS…: exit status 2 and one line, which has the text.
refused() {
    local text=$1
    shift
    "$HEDDLE" "$@" >out 2>err
    same "exit status of $*, and lines" "$? $(wc -l <err)" '2 1'
    check "$*: '$(cat err)' does not say '$text'" grep -qF -e "$text" err
}

case_symbolic_arguments() {
    cat >arguments.c <<'END'
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    printf("%d", argc);
    for (int k = 1; k < argc; k++)
        if (argv[k][0] == 'f' && k == 1) printf(" first");
        else if (argv[k][0] == 'x') printf(" x%d", (int)strlen(argv[k]));
        else printf(" .");
    puts(argv[argc] ? " no null pointer" : "");
    return 0;
}
END
    explored 0 --tests=all --sym-args 0 2 1 --sym-arg 2 --out=t arguments.c -- first || return
    # None, one or two arguments of two kinds, and one of three kinds: 3 + 2 * 3 + 4 * 3
    same 'paths' "$(outputs t | wc -l)" 21
    same 'different paths' "$(outputs t | uniq | wc -l)" 21
    outputs t >all
    for line in '3 first .' '3 first x2' '4 first x1 x1' '5 first . x1 x2' '5 first . . .'; do
        check "no path with '$line'" grep -qx "$line" all
    done
    # The same from files that KLEE could have written, and whose arguments say what is symbolic.
    explored 0 --tests=all --test-format=ktest --sym-args 0 2 1 --sym-arg 2 --out=k arguments.c -- first ||
        return
    for t in k/*.ktest; do "$HEDDLE" replay -q "$t" arguments.c; done | LC_ALL=C sort >others
    check 'ktest files replay otherwise' cmp -s all others
    "$HEDDLE" show --summary k >out
    check 'no n_args' grep -q '^    n_args = 2' out
    check 'no arg00' grep -q '^    arg00 = ' out
    # One way to give them is that of KLEE: behind the program.
    explored 0 --tests=all --out=t arguments.c --sym-args 1 1 2 &&
        same 'paths of one' "$(outputs t | wc -l)" 4
    "$HEDDLE" run arguments.c --sym-arg 3 >out
    same 'a single run' "$(cat out)" '2 .'
}

case_symbolic_input() {
    cat >files.c <<'END'
#include <dirent.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    char a[8] = "", in[8] = "";
    int names = 0;
    FILE *f = fopen("B", "r");
    size_t n = f ? fread(a, 1, 8, f) : 99, m = fread(in, 1, 8, stdin);
    DIR *d = opendir("/");
    for (struct dirent *e; d && (e = readdir(d));)
        names += !strcmp(e->d_name, "A") || !strcmp(e->d_name, "B");
    printf("%zu %zu %d ", n, m, names);
    printf("%s %s\n", a[2] == 'z' ? "z" : "-", in[0] == 'q' && in[2] == 'r' ? "q" : "-");
    return fopen("C", "r") != NULL;
}
END
    explored 0 --tests=all --sym-files 2 3 --sym-stdin 3 --sym-stdout --out=t files.c || return
    same 'paths' "$(outputs t | uniq | tr '\n' ';')" '3 3 2 - -;3 3 2 - q;3 3 2 z -;3 3 2 z q;'
    explored 0 --tests=all --test-format=ktest --sym-files 2 3 --sym-stdin 3 --out=k files.c || return
    for t in k/*.ktest; do "$HEDDLE" replay -q "$t" files.c; done | LC_ALL=C sort -u | tr '\n' ';' >printed
    same 'replays' "$(cat printed)" '3 3 2 - -;3 3 2 - q;3 3 2 z -;3 3 2 z q;'
    "$HEDDLE" show --summary k >out
    check 'no B-data' grep -q '^    B-data = ' out
    # Beside a folder of files
    mkdir root && echo text >root/C && echo long-text >root/B
    "$HEDDLE" run --sym-files 2 3 --files=root --sym-stdin 3 files.c >out
    same 'exit status where C is there, and the output' "$? $(cat out)" '1 3 3 2 - -'
}

case_wrong_words() {
    echo 'int main(void) { return 0; }' >p.c
    refused '--sym-args needs 3 words: MIN MAX LEN' test p.c --sym-args 1 2
    refused '--sym-args 2:1:3: not MIN MAX LEN' test --sym-args 2 1 3 p.c
    refused '--sym-args 0:1:p.c: not MIN MAX LEN' test --sym-args 0 1 p.c
    refused '--sym-arg 0: not a length' test --sym-arg 0 p.c
    refused 'sym-args=1:0:100:3: not' test --sym-args 0 100 3 p.c
    refused 'sym-files=27:3: not' test --sym-files 27 3 p.c
    refused 'sym-stdin' test --sym-stdin 0 p.c
    refused '--posix-runtime is an option of KLEE; here: leave it out' test --posix-runtime p.c
    refused '--libc is an option of KLEE; here: leave it out' test --libc=uclibc p.c
    refused '--output-dir is an option of KLEE; here: --out=DIR' test --output-dir=x p.c
    refused '-only-output-states-covering-new is an option of KLEE; here: --tests=new-coverage' \
        test -only-output-states-covering-new p.c
    # What a hint names is there.
    explored 0 --tests=new-coverage --max-traces=3 --stop-at-first --entry=main --seed=1 --search=coverage \
        --solver=sat --solver-timeout=100 --faults=1 --max-steps=50 --out=t p.c
}

# --- the page -----------------------------------------------------------------------------------------------

page=$top/docs/from-klee.md
names() {
    declare -F | sed -n 's/^declare -f case_//p'
    sed -n 's/^## \([a-z_]*\)$/page_\1/p' "$page"
}
is_case() { names | grep -qx -e "$1"; }
one() { if [ "${1#page_}" != "$1" ]; then on_page "${1#page_}"; else "case_$1"; fi; }

# on_page SECTION: runs the commands of the section's blocks, and looks for the lines below each in what it
# prints, in this order. A line is there where it is part of one.
on_page() {
    local line commands=0 printed=/dev/null
    heddle() { "$HEDDLE" "$@"; }
    cp "$top"/examples/klee/*.c .
    while IFS= read -r line; do
        case $line in
        '$ '*)
            commands=$((commands + 1)) printed=printed.$commands
            eval "${line#\$ }" >$printed 2>&1 </dev/null
            ;;
        …) ;;
        *)
            if n=$(grep -nF -m 1 -e "$line" $printed); then
                good
                sed -i "1,${n%%:*}d" $printed
            else
                bad "command $commands does not print '$line' behind the lines before: $(tail -n 4 $printed)"
            fi
            ;;
        esac
    done < <(sed -n "/^## $1\$/,/^## /p" "$page" | sed -n '/^```console$/,/^```$/{/^```/!p}')
    check 'no commands' test $commands -gt 0
}

suite "$@"
