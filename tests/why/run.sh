#!/bin/bash
# Why a finding occurs (heddle show --why): of programs with one mistake each, the reason that is told has a
# place of the mistake. HEDDLE_LONG: with more threads beside it, which are created later or earlier. Where
# only two changes together help, both are told.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

mistakes='1 2 3 4 5 6 7 8 9 10'
pairs='1 2 3 4 5 6'

names() {
    local n
    for n in $mistakes; do echo "mistake_$n"; done
    for n in $pairs; do echo "together_$n"; done
    printf '%s\n' inputs refusals no_reason three_at_once not_adjacent same_again limit page
}

# why FILE OPTIONS…: what is told is in ./out.
why() {
    local file=$1 test
    shift
    rm -rf tests out
    "$HEDDLE" test -q --max-time=20 --stop-at-first --checks=no-race,no-uninitialised --no-spurious-wakeups \
        --out=tests "$@" "$here/$file" >log 2>&1
    test=$(ls tests/*.test.json 2>/dev/null | head -n 1)
    timeout 60 "$HEDDLE" show --why "$test" >out 2>err
    same "$*: exit status ($(tail -n 1 err))" $? 0
}

mistake() {
    local places line told
    why mistakes.c "$@"
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

# lines_of WORD: the lines of the chosen program of together.c that say the word.
lines_of() {
    awk -v n="$together" -v word="$1" '
        /^#(if|elif|endif)/ { inside = $2 == "TOGETHER" && $4 == n }
        inside && /\/\*/ && $0 ~ "/[*][^*]*" word { print NR }' "$here/together.c"
}

# The lines of together.c that the reason has.
places_told() { sed -n '/passes/,$p' out | grep -oE 'together\.c:[0-9]+' | cut -d: -f2; }

# together N: both changes are told, each by its places or its input, and no other reason.
together() {
    local together=$1 told steps=4 line
    why together.c -DTOGETHER="$1"
    same 'reasons' "$(grep -c 'passes' out)" 1
    check "two changes: $(tail -n 3 out)" \
        grep -qE 'these two orders; with both|and an input; the other way|With the inputs' out
    [ "$1" -eq 5 ] && steps=2
    [ "$1" -eq 6 ] && steps=0
    told=$(places_told)
    same 'steps' "$(grep -c . <<<"$told")" "$steps"
    for line in $(head -n 2 <<<"$told"); do
        check "line $line is none of the first change" grep -qxF "$line" <<<"$(lines_of first)"
    done
    for line in $(tail -n +3 <<<"$told"); do
        check "line $line is none of the second change" grep -qxF "$line" <<<"$(lines_of second)"
    done
    # The text of the finding has it, too, if an order is part of it.
    [ "$steps" -eq 0 ] ||
        same 'told at once' "$(grep -cE '^note: it fails because of (these two|this order and)' log)" 1
}

one() {
    case $1 in
    together_*) together "${1#together_}" ;;
    mistake_*)
        local n=${1#mistake_}
        mistake -DMISTAKE="$n" -DNOISE=1
        [ -n "${HEDDLE_LONG:-}" ] || return 0
        mistake -DMISTAKE="$n" -DNOISE=0
        mistake -DMISTAKE="$n" -DNOISE=2
        mistake -DMISTAKE="$n" -DNOISE=1 -DLATE
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
        same 'nothing makes it pass' "$(grep -c 'Neither one change nor two together make it pass' out)" 1
        ;;
    three_at_once)
        why together.c -DTOGETHER=7
        same 'three at once are not looked for' "$(grep -c 'Neither one change nor two together' out)" 1
        same 'pairs of inputs' "$(grep -oE '[0-9]+ pairs' out)" '12 pairs'
        ;;
    not_adjacent)
        # Between the two operations another one of the same thread on the mutex came.
        local together=8
        why together.c -DTOGETHER=8
        same 'one order' "$(grep -c 'because of this order; the other way round' out)" 1
        same 'its places' "$(places_told)" "$(lines_of first)"
        ;;
    same_again)
        why together.c -DTOGETHER=4
        mv out before
        timeout 60 "$HEDDLE" show --why tests/*.test.json >out 2>err
        check 'the same reason again' cmp -s before out
        ;;
    limit)
        # 130 orders, each of which suffices for the error: pairs are tried up to a number of instructions.
        cat >many.c <<'END_OF_FILE'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x[130];
static int bad;
static void *one(void *arg) {
    for (int k = 0; k < 130; k++) x[k] = 1;
    return arg;
}
static void *two(void *arg) {
    for (int k = 0; k < 130; k++) bad |= x[k];
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(!bad);
    return 0;
}
END_OF_FILE
        "$HEDDLE" test -q --stop-at-first --checks=no-race --out=o many.c >log 2>&1
        "$HEDDLE" show --why o/0001*.json >out 2>err
        check "the limit is told: $(tail -n 1 out)" \
            grep -q 'no two together were found: 130 orders reversed.* before a limit' out
        ;;
    page)
        why together.c -DTOGETHER=1
        "$HEDDLE" report tests -o page.html >log 2>&1
        same 'the page: exit status' $? 0
        same 'the page has the sentence' "$(grep -c 'because of these two orders; with both' page.html)" 1
        ;;
    esac
}

suite "$@"
