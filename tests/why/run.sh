#!/bin/bash
# Why a finding occurs (heddle show --why): of programs with one mistake each, the reason that is told has a
# place of the mistake. HEDDLE_LONG: with more threads beside it, which are created later or earlier.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

mistakes='1 2 3 4 5 6 7 8 9 10'

names() {
    local n
    for n in $mistakes; do echo "mistake_$n"; done
    printf '%s\n' inputs refusals no_reason
}

# why MISTAKE OPTIONS…: what is told is in ./out.
why() {
    local mistake=$1 test
    shift
    rm -rf tests out
    "$HEDDLE" test -q --max-time=20 --stop-at-first --checks=no-race,no-uninitialised --no-spurious-wakeups \
        --out=tests -DMISTAKE="$mistake" "$@" "$here/mistakes.c" >log 2>&1
    test=$(ls tests/*.test.json 2>/dev/null | head -n 1)
    timeout 60 "$HEDDLE" show --why "$test" >out 2>err
    same "$mistake $*: exit status ($(tail -n 1 err))" $? 0
}

mistake() {
    local places line told
    why "$@"
    places=$(grep -n 'here \*/' "$here/mistakes.c" | cut -d: -f1)
    # The text of the finding has the first reason, too.
    check "the reason is told at once: $(tail -n 3 log | tr '\n' '|')" \
        grep -qF -- "$(sed -n '/^It fails/{n;p;q}' out)" log
    told=$(sed -n '/^It fails/,$p' out | grep -oE 'mistakes\.c:[0-9]+' | cut -d: -f2)
    for line in $told; do
        grep -qxF "$line" <<<"$places" && { good; return; }
    done
    bad "$*: no place of the mistake is told: $(tr '\n' ' ' <<<"$told")"
}

one() {
    case $1 in
    mistake_*)
        local n=${1#mistake_}
        mistake "$n" -DNOISE=1
        [ -n "${HEDDLE_LONG:-}" ] || return 0
        mistake "$n" -DNOISE=0
        mistake "$n" -DNOISE=2
        mistake "$n" -DNOISE=1 -DLATE
        ;;
    inputs)
        cat >input.c <<'END_OF_FILE'
#include <assert.h>
#include <heddle/heddle.h>
int main(void) {
    int x = heddle_int("x"), y = heddle_int("y");
    assert(x != 7 || y < 3);
    return 0;
}
END_OF_FILE
        "$HEDDLE" test -q --out=o input.c >log 2>&1
        "$HEDDLE" show --why o/0001*.json >out 2>err
        same 'inputs that matter' "$(grep -c 'With the input .* it passes' out)" 2
        same 'x' "$(grep -c 'With the input x = 0 (not x = 7) it passes' out)" 1
        ;;
    refusals)
        cat >race.c <<'END_OF_FILE'
#include <pthread.h>
static int x;
static void *worker(void *arg) {
    x = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x = 2;
    return pthread_join(t, 0);
}
END_OF_FILE
        "$HEDDLE" test -q --out=o race.c >log 2>&1
        "$HEDDLE" show --why o/0001*.json >out 2>err
        same 'a race: exit status' $? 4
        same 'a race' "$(grep -c 'no order' err)" 1
        "$HEDDLE" show --why --format=dot o/0001*.json >out 2>err
        same 'with a format: exit status' $? 2
        ;;
    no_reason)
        echo 'int main(void) { int *p = 0; return *p; }' >null.c
        "$HEDDLE" test -q --out=o null.c >log 2>&1
        "$HEDDLE" show --why o/0001*.json >out 2>err
        same 'nothing makes it pass' "$(grep -c 'No single change makes it pass' out)" 1
        ;;
    esac
}

suite "$@"
