#!/bin/bash
# What a user of KLEE relies on: the functions of klee.h, and their namesakes of heddle.h.
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

suite "$@"
