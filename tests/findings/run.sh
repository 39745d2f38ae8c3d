#!/bin/bash
# What is told of a finding: short schedules, tests that say the same in few bytes, stacks, locks and names of
# what raced, and races on one variable told together.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# run STATUS ARGUMENTS…: runs heddle into out and err; false where its exit status is another one.
run() {
    local want=$1 status
    shift
    timeout 120 "$HEDDLE" "$@" >out 2>err </dev/null
    status=$?
    [ "$status" -eq "$want" ] && return
    bad "heddle $*: exit status $status, not $want: $(tail -n 2 err | tr '\n' ' ')"
    return 1
}
tells() {
    if grep -q -e "$2" "$1"; then good; else bad "$1 has no '$2': $(head -n 5 "$1" | tr '\n' '|')"; fi
}
# trace TEST: replays it; its steps are in `steps` and how often another thread goes on in `switches` then.
trace() {
    run 1 replay --trace "$1" || return
    tells err 'the finding occurred again'
    sed -n 's/^ *[0-9][0-9]*  [^(]*(\([0-9.]*\))  .*/\1/p' err >order
    steps=$(wc -l <order) switches=$(($(uniq order | wc -l) - 1))
}

# The steps of a thread that has nothing to do with the finding are left out, and each other one goes on as
# long as it can: main creates them, the first, the second.
case_short_race() {
    run 1 test --strategy=random --seed=3 -DFIRST=writer -DSECOND=reader "$here/noise.c" || return
    for test in heddle-out/*-race.test.json; do
        trace "$test" || continue
        same "switches of $test" "$switches" 2
        check "$test has $steps steps" [ "$steps" -lt 30 ]
    done
    check "no step of the thread that takes no part is left" eval '! grep -qx 0.1 order'
}

case_short_assertion() {
    run 1 test --strategy=random --seed=1 -DFIRST=failing -DSECOND=raising "$here/noise.c" || return
    trace heddle-out/0001-assertion.test.json || return
    same switches "$switches" 2
    check "no step of the thread that takes no part is left" eval '! grep -qx 0.1 order'
    # Both threads count to five, as before.
    check "$steps steps" [ "$steps" -lt 35 ]
}

# A deadlock needs all threads; what each does before is done at once.
case_short_deadlock() {
    cat >ab.c <<'END'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void work(pthread_mutex_t *first, pthread_mutex_t *second) {
    for (int k = 0; k < 4; k++) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}
static void *one(void *arg) {
    work(&a, &b);
    return arg;
}
static void *two(void *arg) {
    work(&b, &a);
    return arg;
}
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, one, 0);
    pthread_create(&t[1], 0, two, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
END
    run 1 test --strategy=random --seed=2 --checks=leak ab.c || return
    trace heddle-out/0001-deadlock.test.json || return
    check "$switches switches" [ "$switches" -le 3 ]
    tells err '(0.1) waits for the mutex `b`, held by [a-z]* (0.2)'
}

# Whom an assumption stopped is waited for by others only for now: they are no part of a deadlock beside it,
# in the shortened run neither.
case_beside_deadlock() {
    cat >beside.c <<'END'
#include <heddle/heddle.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *stopped(void *p) {
    heddle_assume(!p);
    return p;
}
static void *joins(void *p) {
    pthread_t t;
    pthread_create(&t, 0, stopped, &m);
    pthread_join(t, 0);
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, joins, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return 0;
}
END
    for strategy in por unfold dfs random; do
        run 1 test --strategy=$strategy --seed=2 --max-time=5 beside.c || return
        tells err 'blocked: waits for the mutex'
        tells err '(0.1): for now joins'
    done
}

# The same command writes the same tests.
case_same_again() {
    for folder in one two; do
        run 1 test --out="$folder" --strategy=random -DFIRST=writer -DSECOND=reader "$here/noise.c" || return
    done
    check 'two runs of one command wrote different tests' diff -rx summary.json one two
}

# A test of the format before is read as well, and says the same.
case_old_format() {
    run 1 test --strategy=random --seed=3 -DFIRST=writer -DSECOND=reader "$here/noise.c" || return
    new=heddle-out/0001-race.test.json
    # Steps told one by one, from the tables.
    jq '. as $t | .schema = 1
        | .schedule |= [.[] | . as $turn | .steps | split(" ")
            | to_entries[] | (.value | capture("^(?<o>[0-9]+)[.](?<b>[0-9]+)(=(?<r>[0-9]+))?$")) as $c
            | {thread: $turn.thread, ordinal: ($turn.ordinal + .key),
               kind: $t.operations[$c.o | tonumber].kind,
               place: $t.places[$t.operations[$c.o | tonumber].place],
               object: $t.objects[$c.b | tonumber].address,
               object_name: $t.objects[$c.b | tonumber].name, outcome: (($c.r // "0") | tonumber)}]
        | del(.places, .operations, .objects)' <(expanded "$new") >old.json
    check 'the old format is not larger' [ "$(wc -c <old.json)" -gt "$(wc -c <"$new")" ]
    run 0 show "$new" && mv out new.show
    run 0 show old.json && mv out old.show
    check 'show says something else of the old format' diff old.show new.show
    run 1 replay old.json && tells err 'the finding occurred again'
}
# Tests of before know only the innermost place of each thread that waits.
case_without_places_of_threads() {
    local test places='[.. | .threads? // empty | .[] | select(.place)] | length'
    run 1 test "$here/../detect/deadlock_in_two_reads.c" || return
    for test in heddle-out/*.test.json; do
        same 'threads with a place' "$(jq "$places" "$test")" 1
        jq 'walk(if type == "object" and has("stack") then del(.place) else . end)' "$test" >before.json
        same 'threads without' "$(jq "$places" before.json)" 0
        run 1 replay before.json && tells err 'the finding occurred again'
        run 1 replay "$test" && tells err 'the finding occurred again'
    done
    check 'two findings' [ "$test" = heddle-out/0002-deadlock.test.json ]
}
# expanded TEST: with repetitions written out.
expanded() {
    perl -pe 's{("steps": ")([^"]*)}{ my ($k, $s) = ($1, $2);
        $s =~ s/\(([^)]*)\)\*(\d+)/join(" ", ($1) x $2)/ge;
        $s =~ s/(\S+)\*(\d+)/join(" ", ($1) x $2)/ge; $k . $s }ge' "$1"
}

# raced.c: accesses to a variable at three places and to a block, by calls and under locks.
raced() {
    cat >raced.c <<'END'
#include <pthread.h>
#include <stdlib.h>
struct list { int used, head; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int ticks, twice;
static void tick(void) {
    ticks++;
}
static void cut(struct list *l) {
    l->head = 1;
}
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    tick();
    cut(arg);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    struct list *l = calloc(1, sizeof *l);
    pthread_create(&t, 0, worker, l);
    pthread_rwlock_rdlock(&rw);
    int x = ticks + l->head;
    tick();
    pthread_rwlock_unlock(&rw);
    x += ticks;
    pthread_join(t, 0);
    return x > 5 + twice;
}
END
}

# Both accesses with the calls that led to them and the locks that were held.
case_stacks_and_locks() {
    raced
    run 1 test --summary=s.json raced.c || return
    same 'calls of the access' "$(jq -c '.bugs[0].stack | map([.function, .line])[:2]' s.json)" \
        '[["tick",8],["worker",15]]'
    same 'calls of the other' "$(jq -c '.bugs[0].other.stack | map([.function, .line])[:2]' s.json)" \
        '[["tick",8],["main",26]]'
    same 'locks' "$(jq -c '.bugs[0] | [.locks, .other.locks | .[0] | .name, .line]' s.json)" \
        '["the mutex `m`",14,"the read-write lock `rw` for reading",24]'
    same 'every race has both' "$(jq '[.bugs[] | select((.stack | length) < 2 or (.other.stack | length) < 1)]
        | length' s.json)" 0
    same 'without a lock' "$(jq -c '[.bugs[].other | select(.line == 28) | .locks] | unique' s.json)" '[[]]'
    tells err 'the access by [a-z]* (0.1) holds the mutex `m` (taken at raced.c:14:5)'
    tells err 'by main (0) holds the read-write lock `rw` for reading (taken at raced.c:24:5)'
    tells err '^      worker at raced.c:15:5'
    run 0 show heddle-out/0001-race.test.json && tells out 'holds the mutex `m` (taken at raced.c:14:5)'
    run 1 replay heddle-out/0001-race.test.json && tells err 'holds the mutex `m` (taken at raced.c:14:5)'
    # What is an event of its own, since the memory is interleaved.
    run 1 test --interleave=memory --checks=race --summary=s.json raced.c &&
        same 'all events' "$(jq '[.bugs[] | select((.stack | length) < 1 or (.other.stack | length) < 1)]
            | length' s.json)" 0
}

# Nor is anything missing where a thread went round a loop many times at once before.
case_stacks_behind_rounds() {
    cat >patient.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int shared;
static void *worker(void *a) {
    shared = 1;
    atomic_store(&flag, 1);
    return a;
}
static void patient(void) {
    int n = 0;
    while (n < 100000 && !atomic_load(&flag)) n++;
    if (n == 100000) shared = 2;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    patient();
    pthread_join(t, NULL);
    return 0;
}
END
    run 1 test patient.c || return
    tells err 'more rounds'
    tells err 'the access by [a-z]* (0.1) holds no lock'
    tells err '      patient at patient.c:13:'
    run 1 replay heddle-out/0001-race.test.json && tells err 'the finding occurred again'
}

# A thread that looks for ever at what raced does not keep the report of the race.
case_race_with_a_loop() {
    cat >spins.c <<'END'
#include <pthread.h>
volatile int v;
static void *worker(void *p) {
    v = 1;
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    while (!v) {}
    pthread_join(t, 0);
    return 0;
}
END
    for command in test run; do
        timeout 60 "$HEDDLE" $command spins.c >out 2>err </dev/null
        check "$command: status $?" [ $? -ne 124 ]
        tells err 'data race on the variable `v`'
    done
    tells err '^      main at spins.c:10:'
    tells err '^      worker at spins.c:4:'
}

# Members are told by their structure, wherever it lies, and not where two are accessed at one place.
case_members() {
    cat >members.c <<'END'
#include <pthread.h>
#include <stdlib.h>
typedef struct { long first; int flags[4]; } item_t;
struct inner { char a, b; };
struct outer { struct inner in; item_t item; struct outer *next; };
#define BOTH(p) ((p)->in.a = (p)->in.b)
static struct outer global, other;
static _Thread_local int own;
static void *worker(void *arg) {
    struct outer *o = arg;
    o->item.flags[2] = 1;
    global.in.b = 1;
    other.in.a = 1;
    o->next->item.first = 1;
    BOTH(o);
    own = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    struct outer *o = calloc(1, sizeof *o);
    o->next = calloc(1, sizeof *o);
    int *plain = calloc(1, sizeof *plain);
    pthread_create(&t, 0, worker, o);
    int x = o->item.flags[2] + global.in.b + other.in.a + (int)o->next->item.first;
    pthread_join(t, 0);
    return x + *plain > 9;
}
END
    for cache in off cache cache; do
        run 1 test --cache="$cache" --summary=s.json members.c || return
        same 'members' "$(jq -c '[.bugs[] | [.variable, .member]] | sort' s.json)" \
            "$(printf '[["%s","%s"],["%s","%s"],["%s","%s"],["%s","%s"]]' global.b 'struct inner.b' \
                item_t.first item_t.first item_t.flags item_t.flags other.a 'struct inner.a')"
    done
    tells err 'data race on .item_t.f'
    echo 'race:item_t.*' >rules
    run 1 test --suppressions=rules --summary=s.json members.c &&
        same 'what is left' "$(jq -c '[.bugs[].variable]' s.json | tr -d " ")" '["global.b","other.a"]'
    echo 'race:global' >>rules
    echo 'race:other.a' >>rules
    run 0 test --suppressions=rules members.c && good
}

# Several pairs of places on one variable are findings of their own and one bug to who reads.
case_races_on_one_variable() {
    raced
    run 1 test --summary=s.json raced.c || return
    same 'variables' "$(jq -c '[.races[].variable]' s.json)" '["ticks","struct list.head"]'
    same 'each pair is a bug' "$(jq -c '[.races[].pairs[].bug] | sort == [range(0; length)]' s.json)" true
    same 'occurrences' "$(jq '[.races[].occurrences] | add' s.json)" \
        "$(jq '[.bugs[].occurrences] | add' s.json)"
    pairs=$(jq '.races[0].pairs | length' s.json)
    check "$pairs pairs" [ "$pairs" -ge 2 ]
    tells err "^heddle: one variable, ticks: $pairs pairs of accesses race"
    same 'told' "$(grep -c 'data race on the variable .ticks' err)" 1
    run 1 test --all raced.c &&
        same 'told in short' "$(grep -c 'another pair of accesses to ticks' err)" $((pairs - 1))
}

# The program begins again three times, since memory turns out to be shared. Where a pass is given up depends
# on the workers, so what it met does not count: each run of the last pass that ends with an error is one
# occurrence of the assertion.
case_occurrences_of_the_last_pass() {
    local jobs
    for jobs in 1 2 4; do
        run 1 test --strategy=por --hunt=off --symmetry=off --cutoffs=off --jobs=$jobs --summary=s.json \
            "$top/bench/sequential/hashset.c" || return
        same "passes before the last one, $jobs workers" "$(jq .restarts s.json)" 3
        same "occurrences, $jobs workers" \
            "$(jq '.bugs[] | select(.kind == "assertion") | .occurrences' s.json)" "$(jq .paths_error s.json)"
    done
}

# Locks without a name of their own are told by member, those on a stack by variable.
case_lock_names() {
    cat >locks.c <<'END'
#include <pthread.h>
#include <stdlib.h>
struct pool { int n; pthread_mutex_t lock; } *pool;
static void *take(void *arg) {
    struct pool *p = arg;
    pthread_mutex_lock(&p->lock);
    return NULL;
}
int main(void) {
    pthread_t t;
    pthread_mutex_t local;
    pool = calloc(1, sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_mutex_init(&local, NULL);
    pthread_mutex_lock(&pool->lock);
    pthread_mutex_lock(&local);
    pthread_create(&t, NULL, take, pool);
    pthread_join(t, NULL);
    return 0;
}
END
    run 1 test locks.c && tells err 'take (0.1) waits for the mutex .struct pool.lock. at 0x10' || return
    run 0 show --width=200 heddle-out/0001-deadlock.test.json &&
        tells out 'locks the mutex .struct pool.lock. at' && tells out 'locks the mutex .local. of .main.'
}

# So are the races of one copy with the parts of an object, each stored in a line of its own.
case_races_of_one_copy() {
    local where
    for where in static heap; do
        cat >copied.c <<END
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static struct settings { int a, b; long c; char name[24]; } all, copy, *settings = &all;
static void *set(void *arg) {
    settings->a = 1;
    settings->b = 2;
    settings->c = 3;
    strcpy(settings->name, "four");
    return arg;
}
int main(void) {
    pthread_t t;
    $([ "$where" = static ] || echo 'settings = calloc(1, sizeof *settings);')
    pthread_create(&t, NULL, set, NULL);
    memcpy(&copy, settings, sizeof copy);
    pthread_join(t, NULL);
    return 0;
}
END
        run 1 test --summary=s.json copied.c || return
        same "one cause, $where" "$(jq -c '[(.races | length), (.bugs | length)]' s.json)" '[1,4]'
        same "told, $where" "$(grep -c 'error: data race' err)" 1
        tells err '^heddle: 1 bug found at several places' &&
            tells err '^heddle: parts of one object, .*: 4 pairs'
    done
    same 'the object' "$(jq -r .races[0].variable s.json)" 'heap block allocated at copied.c:14'
}

# Races on data that a word without order hands over are told with the race on that word, and are no findings
# of their own; unless that race is not told itself.
case_handed_over() {
    cp "$here/../races/handed_over_by_flag.c" handed.c
    run 1 test --summary=s.json handed.c || return
    same findings "$(jq -c '[.bugs[].variable]' s.json)" '["ready"]'
    same 'what follows' "$(jq -c '[.races[0].following[].variable]' s.json)" '["a","b","c"]'
    tells err '^heddle: 1 bug found;'
    tells err '^heddle: 3 pairs of accesses to a, b and c follow from the race on ready'
    same tests "$(find heddle-out -name '*-race.test.json' | wc -l)" 1
    same 'told in full' "$(grep -c 'error: data race' err)" 1
    run 1 test --all handed.c || return
    same 'told with --all' "$(grep -c 'error: data race' err)" 4
    tells err 'note: follows from the race on ready (handed.c:7:9)'
    echo 'race:ready' >rules
    run 1 test --suppressions=rules --summary=s.json handed.c &&
        same 'the word is suppressed' "$(jq -c '[.bugs[].variable]' s.json)" '["a","b","c"]'
    run 1 test --suppressions=rules --summary=s.json --db=c.db handed.c &&
        same 'with a database' "$(jq -c '[([.bugs[].variable] | sort), .incomplete]' s.json)" \
            '[["a","b","c"],[]]'
    # A single run does not take the word's race for a reason either.
    printf 'race:ready\nrace:a\nrace:b\nrace:c\n' >all
    run 0 run --suppressions=all handed.c
    echo 'race:b' >rules
    run 1 test --suppressions=rules --summary=s.json handed.c &&
        same 'data is suppressed' "$(jq -c '[.races[0].following[].variable]' s.json)" '["a","c"]'
    # A pair that some execution does not hand over is a finding, and no longer listed.
    cp "$here/../races/handed_over_and_read_without_flag.c" own.c
    run 1 test --summary=s.json own.c || return
    same 'a finding of its own' "$(jq -c '[.races[] | .variable, [.following[].variable]]' s.json)" \
        '["ready",["a","b"],"c",[]]'
}

# Rules name what raced.
case_suppressed_by_name() {
    raced
    echo 'race:ticks' >rules
    run 1 test --suppressions=rules --summary=s.json raced.c &&
        same 'what is left' "$(jq -c '[.races[].variable]' s.json)" '["struct list.head"]'
    echo 'race:struct list.*' >rules
    run 1 test --suppressions=rules --summary=s.json raced.c &&
        same 'what is left' "$(jq -c '[.races[].variable]' s.json)" '["ticks"]'
    printf 'race:tick?\nrace:struct list.head\n' >rules
    run 0 test --suppressions=rules --summary=s.json raced.c &&
        same 'nothing is told' "$(jq -c '[.verdict, (.races | length)]' s.json)" '["safe",0]'
    echo 'race:twice' >rules
    run 1 test --suppressions=rules --summary=s.json raced.c && same 'suppressed' "$(jq .suppressed s.json)" 0
    # A line is one of a place.
    echo 'race:ticks:8' >rules
    run 1 test --suppressions=rules --summary=s.json raced.c && same 'suppressed' "$(jq .suppressed s.json)" 0
}

# Uses of one object after its end are one finding; those of another object, ended at the same place too, are
# others.
case_uses_after_the_end() {
    cat >ended.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m, n;
static pthread_rwlock_t *l;
static int *p, *q;
static void *make(size_t size) { return calloc(1, size); }
static void drop(void *p) { free(p); }
static void *uses(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_rwlock_rdlock(l);
    pthread_rwlock_unlock(l);
    return (void *)(long)p[0];
}
static void *uses_more(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    p[1] = 1;
    return arg;
}
static void *uses_others(void *arg) {
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
    return (void *)(long)q[0];
}
int main(void) {
    pthread_t t[3];
    p = make(16), q = make(16), l = make(sizeof *l);
    drop(p), drop(q);
    pthread_mutex_init(&m, NULL), pthread_mutex_init(&n, NULL), pthread_rwlock_init(l, NULL);
    pthread_mutex_destroy(&m);
    pthread_mutex_destroy(&n);
    pthread_rwlock_destroy(l);
    pthread_create(&t[0], NULL, uses, NULL);
    pthread_create(&t[1], NULL, uses_more, NULL);
    pthread_create(&t[2], NULL, uses_others, NULL);
    for (int k = 0; k < 3; k++) pthread_join(t[k], NULL);
}
END
    "$HEDDLE" test ended.c >out 2>err
    same 'told as findings' "$(grep -c ': error: ' err)" 5
    tells err '^heddle: 5 bugs found at several places'
    tells err '^heddle: one object, the mutex `m`, destroyed at ended.c:31:5: used afterwards at 4 places'
    tells err '^heddle: one object, the mutex `n`, destroyed at ended.c:32:5: used afterwards at 2 places'
    tells err '^heddle: one object, .*, destroyed at ended.c:33:5: used afterwards at 2 places'
    tells err '^heddle: one object, a heap block of 16 bytes .*, freed at .*: used afterwards at 2 places'
    same 'tests' "$(ls heddle-out/*.test.json | wc -l)" 11
    "$HEDDLE" test --all ended.c >out 2>err
    same 'told with --all' "$(grep -c ': error: ' err)" 11
    tells err 'note: another use of the mutex `m`, destroyed at ended.c:31:5'
}

# A hunt tells a race behind one that it told before, on a word whose values decide nothing. The exploration
# comes to neither before a thread has counted.
case_hunted_behind_another() {
    cat >behind.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b;
static void *busy(void *x) {
    unsigned long k = 0;
    while (k < 10000000) k = k + 1 + (k == (unsigned long)x);
    return (void *)k;
}
static void *use(void *x) {
    a++;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    b++;
    return x;
}
int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, busy, &m);
    pthread_create(&t[1], NULL, use, NULL);
    pthread_create(&t[2], NULL, use, NULL);
    for (int k = 0; k < 3; k++) pthread_join(t[k], NULL);
    return 0;
}
END
    run 1 test --strategy=por --summary=s.json behind.c
    same 'found by' "$(jq -c '.bugs | map([.variable, .found_by])' s.json)" '[["a","hunt"],["b","hunt"]]'
}

# What is new is told, though OLD has another race on the same variable.
case_new_beside_old() {
    local version
    cat >both.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, seen;
static void *reads(void *x) {
    seen = a;
    return x;
}
static void *adds(void *x) {
    if (VERSION == 1) pthread_mutex_lock(&m);
    a++;
    if (VERSION == 1) pthread_mutex_unlock(&m);
    return x;
}
int main(void) {
    pthread_t t[3];
    for (int k = 0; k < 3; k++) pthread_create(&t[k], NULL, k ? adds : reads, NULL);
    for (int k = 0; k < 3; k++) pthread_join(t[k], NULL);
    return seen > 2;
}
END
    for version in 1 2; do sed "s/VERSION/$version/" both.c >"both$version.c"; done
    "$HEDDLE" diff both1.c both2.c >out 2>err
    same 'status' $? 1
    same 'told' "$(grep -c '^both2.c:10:6: error: data race on the variable `a`' err)" 2
    tells err '^heddle: findings: 1 new, 1 still there'
}

suite "$@"
