#!/bin/bash
# heddle diff: findings of a new version that places, inputs or what is visible could hide.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# compared STATUS OLD NEW OPTIONS…: both versions, with nothing known before; the tests are in ./out, what is
# told is in ./err.
compared() {
    local want=$1 status
    rm -rf out out.db
    timeout 120 "$HEDDLE" diff --out=out "${@:4}" "$2" "$3" >told 2>err </dev/null
    status=$?
    [ "$status" -eq "$want" ] && return
    bad "heddle diff ${*:2}: exit status $status, not $want: $(tail -n 2 err | tr '\n' ' ')"
    return 1
}
# new_findings KIND: places of findings of this kind in the new version, one a line
new_findings() { sed -n "s/^new\/[^:]*:\([0-9]*\):.* error: .*\[$1\]$/\1/p" err | LC_ALL=C sort -un; }
# replays: each test of the new version shows its finding again.
replays() {
    local test
    for test in out/*.test.json; do
        "$HEDDLE" replay "$test" >/dev/null 2>&1
        same "exit status of the replay of $test" $? 1
    done
}

# Findings are known again where lines and files have other names.
case_moved() {
    mkdir old new
    cat >old/p.c <<'END'
#include <heddle/heddle.h>
#include <pthread.h>
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *r) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    if (heddle_int("i") == 5) y = 2;
    return r;
}
int main(void) {
    pthread_t h;
    pthread_create(&h, 0, other, 0);
    y = 1;
    pthread_mutex_lock(&m);
    heddle_assert(x == 0);
    pthread_mutex_unlock(&m);
    return 0;
}
END
    { echo '/* moved */'; cat old/p.c; } >new/p.c
    sed 's/x = 1;/x = 2;/' new/p.c >new/q.c
    local strategy prune version
    for strategy in por dpor; do
        for prune in scia cia none; do
            for version in p q; do
                compared 1 old/p.c new/$version.c --strategy=$strategy --prune=$prune || continue
                same "assertions of $version, $strategy, $prune" "$(new_findings assertion)" 18
                same "races of $version, $strategy, $prune" "$(new_findings race | tr '\n' ' ')" "10 "
                replays
            done
        done
    done
}

# told WHAT WANT OLD NEW KIND: places of findings of a kind in NEW, however it is explored.
told() {
    local strategy prune
    for strategy in por dpor; do
        for prune in scia cia none; do
            compared 1 "$3" "$4" --strategy=$strategy --prune=$prune || continue
            same "$1, $strategy, $prune" "$(new_findings "$5" | tr '\n' ' ')" "$2 "
        done
    done
}

# The side of a branch that is explored says something about inputs that what is affected depends on.
case_inputs() {
    mkdir old new
    local branch assertion
    while read -r branch assertion; do
        cat >old/p.c <<END
#include <heddle/heddle.h>
int x, y;
int main(void) {
    int n = heddle_int("n");
    x = 1;
    if (n $branch) y = 1;
    heddle_assert(x != 2 || n $assertion);
    return 0;
}
END
        sed 's/x = 1/x = 2/' old/p.c >new/p.c
        told "n $assertion after n $branch" 7 old/p.c new/p.c assertion
    done <<'END'
>5 >3
<5 <7
>5 <7
END
}

# So it is where each side has an assertion of its own.
case_both_sides() {
    mkdir old new
    local sides
    for sides in 'n > 3' 'n < 3'; do
        cat >old/p.c <<END
#include <heddle/heddle.h>
int x, y;
int main(void) {
    int n = heddle_int("n");
    x = 1;
    if ($sides) y = 1;
    heddle_assert(x != 2 || $sides);
    heddle_assert(x != 2 || !($sides));
    return 0;
}
END
        sed 's/x = 1/x = 2/' old/p.c >new/p.c
        told "assertions about n where $sides decides, too" '7 8' old/p.c new/p.c assertion
    done
}

# The same where decisions relate it to another input.
case_related_inputs() {
    mkdir old new
    local one other
    while read -r one other; do
        cat >old/p.c <<END
#include <heddle/heddle.h>
int x, y, z;
int main(void) {
    int a = heddle_int("a"), b = heddle_int("b");
    x = 1;
    if (a < b) {
        if (b $one 3) y = 1;
    } else {
        if (b $other 3) z = 1;
    }
    heddle_assert(x != 2 || a != 2);
    return 0;
}
END
        sed 's/x = 1/x = 2/' old/p.c >new/p.c
        told "b $one 3, b $other 3" 11 old/p.c new/p.c assertion
    done <<'END'
< >=
>= <
END
}

# Where a thread ends at a state of the old version, the rest of a deadlock that is told is no other one.
case_deadlock() {
    mkdir old new
    cat >old/p.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_int a;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *two(void *r) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return r;
}
static void *one(void *r) {
    pthread_t h;
    pthread_create(&h, 0, two, 0);
    atomic_store(&a, 0);
    atomic_fetch_add(&a, 2);
    pthread_join(h, 0);
    return r;
}
int main(void) {
    pthread_t h;
    pthread_create(&h, 0, one, 0);
    pthread_join(h, 0);
    return 0;
}
END
    sed 's/^atomic_int a;/atomic_int a = 3;/' old/p.c >new/p.c
    told 'the deadlock' 21 old/p.c new/p.c deadlock
}

# A race is told where what races was visible in the old version, too.
case_visible() {
    mkdir old new
    cat >old/p.c <<'END'
#include <heddle/heddle.h>
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *r) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return r;
}
int main(void) {
    pthread_t h;
    pthread_create(&h, 0, other, 0);
    x++;
    pthread_join(h, 0);
    return 0;
}
END
    sed 's/pthread_mutex_lock(&m)/heddle_atomic_begin()/
        s/pthread_mutex_unlock(&m)/heddle_atomic_end()/' old/p.c >new/p.c
    told 'races with an atomic section' 7 old/p.c new/p.c race
}

suite "$@"
