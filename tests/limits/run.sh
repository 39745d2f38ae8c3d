#!/bin/bash
# Limits and signals are kept whatever the engine is busy with. What is tested is that it stops long before it
# would by itself: bounds are generous, since the machine may be busy.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
LONG=90

# stops STATUS REASON ARGUMENTS…: ends by itself soon, with this exit status and halt_reason.
stops() {
    local want=$1 reason=$2 status
    shift 2
    rm -f s.json
    timeout -s KILL $LONG "$HEDDLE" test --out=out --summary=s.json "$@" >log 2>&1
    status=$?
    [ $status -eq "$want" ] || bad "$*: exit status $status, not $want: $(tail -n 3 log | tr '\n' '|')"
    same "$*: halt_reason ($(tail -n 1 log))" "$(jq -r .halt_reason s.json 2>/dev/null)" "$reason"
}
# interrupted_by SIGNAL STATUS… -- ARGUMENTS…: the same, by a signal after a second, with one of the exit
# statuses.
interrupted_by() {
    local signal=$1 want= status child tenth
    shift
    while [ "$1" != -- ]; do want="$want $1" && shift; done
    shift
    rm -f s.json
    timeout -s KILL $LONG "$HEDDLE" test --out=out --summary=s.json "$@" >log 2>&1 &
    child=$!
    for tenth in $(seq 50); do [ -n "$(ls "$TMPDIR")" ] && break; sleep 0.1; done
    sleep 1
    # The engine is the child of timeout.
    kill -"$signal" "$(cat "/proc/$child/task/$child/children")"
    wait $child
    status=$?
    [[ "$want " == *" $status "* ]] ||
        bad "SIG$signal: $*: exit status $status, not $want: $(tail -n 3 log | tr '\n' '|')"
    same "SIG$signal: $*: halt_reason ($(tail -n 1 log))" \
        "$(jq -r .halt_reason s.json 2>/dev/null)" interrupted
}

# While a finding is executed again: it is told, its test is there, and it is said that it is not confirmed.
case_confirming() {
    local try seconds=1 low=0 high=0 confirmed
    # How long it takes to meet the failure depends on the machine: the limit has to come after that, and
    # before it has occurred again.
    for try in $(seq 14); do
        timeout -s KILL $LONG "$HEDDLE" test -q --out=out --summary=s.json --max-time="$seconds" \
            -DROUNDS=100000000ul "$here/silent_thread.c" >log 2>&1
        confirmed=$(jq '.bugs[0].confirmed' s.json)
        case $confirmed in
        false) break ;;
        true) high=$seconds ;;
        *) low=$seconds ;;
        esac
        seconds=$(echo "$low $high" | awk '{ printf "%.2f", ($2 > 0) ? ($1 + $2) / 2 : $1 * 1.6 }')
    done
    same 'the finding' "$(jq -c '[.halt_reason, (.bugs[0] | .kind, .confirmed, .test != null)]' s.json)" \
        '["time","assertion",false,true]'
    grep -q 'not confirmed' log && good || bad 'it is not said that the finding is not confirmed'
    [ -s out/0001-assertion.test.json ] && good || bad 'the test is not there'
    stops 1 time --max-time=$seconds "$here/sleeping_loop.c"
    nothing_left
}
case_confirming_interrupted() {
    # (It depends on the machine whether the failure was met by then.)
    interrupted_by INT 1 3 -- "$here/silent_thread.c"
    interrupted_by TERM 1 3 -- "$here/silent_thread.c"
    nothing_left
}

# Inside the solver, which must not take the signal for itself.
case_solving() {
    stops 3 time --max-time=1 --solver-timeout=0 "$here/hard_queries.c"
    interrupted_by INT 3 -- --solver-timeout=0 "$here/hard_queries.c"
    interrupted_by TERM 3 -- --solver-timeout=0 "$here/hard_queries.c"
    same 'being stopped is told as something else' "$(jq -c .incomplete s.json)" '[]'
    nothing_left
}

# The run ends by itself, not by the guard that gives up what takes no notice: the coverage is there.
case_symbolic_table() {
    rm -rf out
    stops 3 time --max-time=2 "$here/symbolic_table.c"
    [ -s out/coverage.json ] && good || bad "no coverage: $(tail -n 3 log | tr '\n' '|')"
    interrupted_by INT 3 -- "$here/symbolic_table.c"
    nothing_left
}

# Where the solver cannot be interrupted it is left alone, and nothing stays that the process has to remove.
case_circuits() {
    local LONG=25
    stops 3 time --max-time=1 --solver-timeout=0 "$here/long_circuits.c"
    stops 3 time --max-time=1 --jobs=2 "$here/long_circuits.c"
    interrupted_by INT 3 -- "$here/long_circuits.c"
    nothing_left
}

# The solver's limit counts its steps: the same answer each time, and the reason is told once.
case_solver_limit() {
    local k figures='[.traces, .events, .queries, .backend_queries, .incomplete]'
    for k in 1 2; do
        timeout -s KILL $LONG "$HEDDLE" test -q --out=out --summary=s$k.json --solver-timeout=20 -DQUERIES=2 \
            "$here/hard_queries.c" >log 2>&1
        [ $? -eq 3 ] && good || bad "hard_queries.c with a limit: $(tail -n 2 log)"
        same 'times that the reason is told with --quiet' "$(grep -c 'not complete because' log)" 1
    done
    same 'what the limit depends on' "$(jq -c "$figures" s1.json)" "$(jq -c "$figures" s2.json)"
    nothing_left
}

# A check of Z3 that was given up goes on to the end of the process, which must not clean up behind it.
case_given_up() {
    local k
    for k in {1..4}; do
        timeout -s KILL $LONG "$HEDDLE" test -q --solver=check --seed=2 --max-time=0.5 --out=out \
            "$top/tests/detect/float_root.c" >log 2>&1
        same 'exit status' $? 3
    done
    nothing_left
}

# A thread that is silent for very long keeps nothing from being found, in whatever order is explored: it is
# hunted meanwhile. A limit says where it was.
case_counts_far() {
    local how
    for how in $(some_of 4 --strategy={por,dpor,unfold,contextual,dfs} --search={bfs,random,coverage}); do
        stops 1 'first bug' --stop-at-first --max-time=60 "$how" "$here/counts_far.c"
        stops 1 'first bug' --stop-at-first --max-time=60 "$how" -DWAITS "$here/counts_far.c"
        same "$how: who found it" "$(jq -c '.bugs | map([.kind, .confirmed])' s.json)" '[["assertion",true]]'
    done
    for how in on off; do
        stops 1 'first bug' --stop-at-first --max-time=60 --hunt=$how "$here/fails_beside_silence.c"
        same 'what failed beside it' "$(jq -c '.bugs | all(.confirmed)' s.json)" true
        timeout -s KILL $LONG "$HEDDLE" replay --quiet out/0001-*.test.json >log 2>&1
        same 'exit status of replay' $? 1
    done
    stops 3 time --hunt=off --max-time=1 "$here/counts_far.c"
    same 'where it was' "$(jq -r '.incomplete[0]' s.json | sed 's/after [0-9]*/after N/; s/c:[0-9]*/c:L/')" \
        "thread 0 was still executing at $here/counts_far.c:L after N million instructions without a visible \
operation"
    nothing_left
}

# Each execution that comes into a short loop without end is ended soon, not after millions of instructions.
case_short_loops() {
    cat >loop.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int set;
static void *add(void *p) {
    pthread_mutex_lock(&m);
    set++;
    pthread_mutex_unlock(&m);
    return p;
}
static void *loop(void *p) {
    pthread_mutex_lock(&m);
    while (set < 3) {}
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, add, 0);
    pthread_create(&t[1], 0, loop, 0);
    pthread_join(t[0], 0);
    return 0;
}
END
    stops 1 finished --hunt=off --cutoffs=off loop.c
    same 'what is found' "$(jq -c '.bugs | map(.kind) | unique' s.json)" '["hang"]'
    check "$(jq .instructions s.json) instructions in $(jq .traces s.json) traces" \
        [ "$(jq '.instructions < 300000 * (1 + .traces)' s.json)" = true ]
}

# A program of many functions that call each other through pointers: what it is about takes minutes to find
# out. With an argument it is another version.
many_functions() {
    awk -v change="${1:-}" 'BEGIN {
        srand(1); n = 1500
        print "#include <pthread.h>\n#include <stdlib.h>"
        print "struct n { struct n *l, *r; void *(*f)(struct n *); int v; };\nstatic struct n *g[64];"
        for (i = 0; i < n; i++) print "static void *f" i "(struct n *x);"
        for (i = 0; i < n; i++) {
            c = int(rand() * 64)
            printf "static void *f%d(struct n *x) { if (!x) return 0; struct n *y = malloc(sizeof *y); ", i
            printf "y->l = x->r; y->r = g[%d]; y->f = f%d; ", c, int(rand() * n)
            printf "if (x->v > %d%s) g[%d] = x->l; ", i, i == 3 ? change : "", int(rand() * 64)
            printf "else { g[%d] = y; x->r = y->l; } if (x->v == %d) return y->f(x->l); ", c, i * 7 + 1
            printf "return x->f ? x->f(y) : f%d(x->r); }\n", int(rand() * n)
        }
        print "static void *run(void *a) { g[1] = calloc(1, sizeof *g[1]); g[1]->v = 5; return a; }"
        print "int main(int argc, char **argv) { pthread_t t; pthread_create(&t, 0, run, 0);"
        print "struct n *x = calloc(1, sizeof *x); x->v = argc; x->f = f0; if (argc > 3) f1(x);"
        print "pthread_join(t, 0); return argv == 0; }"
    }'
}

# Loading and analysing a program: the limit is for all that a command does, and a signal ends it.
case_before_exploring() {
    local LONG=60 status child what
    many_functions >old.c
    many_functions ' + 1' >new.c
    rm -f s.json
    timeout -s KILL $LONG "$HEDDLE" diff -q --out=diff --summary=s.json --max-time=0.2 old.c new.c >log 2>&1
    same 'exit status of a diff that has no time to load' $? 3
    same 'what it was doing' "$(jq -c '[.halt_reason, .incomplete[0]]' s.json)" \
        '["time","it was ended while the versions were loaded"]'
    # Loading counts only the first time: that must not use up the time where the machine is busy.
    for what in old.c new.c; do "$HEDDLE" test -q --out=loaded --max-traces=1 "$what" >log 2>&1; done
    # What need not be explored is found out in a part of the time, or not at all. (Only the published rules
    # have it found out where exploring takes no time.)
    timeout -s KILL $LONG "$HEDDLE" diff --strategy=dpor --prune=paper --out=diff --summary=s.json \
        --max-time=16 old.c new.c >log 2>&1
    same 'exit status of a diff with little time to analyse' $? 0
    grep -q 'impact analysis of the change exceeded the time limit; nothing is pruned' log && good ||
        bad "$(tail -n 3 log)"
    # They are loaded now: what follows is the analysis.
    for what in TERM INT; do
        rm -f s.json
        timeout -s KILL $LONG "$HEDDLE" diff -q --strategy=dpor --prune=paper --out=diff --summary=s.json \
            old.c new.c >log 2>&1 &
        child=$!
        sleep 1
        kill -$what "$(cat "/proc/$child/task/$child/children")"
        wait $child
        status=$?
        # By itself it would take minutes, and then timeout kills it.
        [ "$status" -gt 2 ] && [ "$status" -ne 137 ] && good || bad "SIG$what: exit status $status"
    done
    nothing_left
}

suite "$@"
