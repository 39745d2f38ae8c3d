#!/bin/bash
# Limits and signals are kept whatever the engine is busy with. What is tested is that it stops long before it would by itself: bounds
# are generous, since the machine may be busy.
# Environment: HEDDLE (the executable)
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../../build/heddle}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir tmp
export TMPDIR=$work/tmp
passed=0 failed=0
good() { passed=$((passed + 1)); }
bad() {
    failed=$((failed + 1))
    echo "FAIL $*"
}
LONG=90

# stops STATUS REASON ARGUMENTS…: ends by itself soon, with this exit status and halt_reason.
stops() {
    local want=$1 reason=$2 status
    shift 2
    rm -f s.json
    timeout -s KILL $LONG "$HEDDLE" test --out=out --summary=s.json "$@" >log 2>&1 </dev/null
    status=$?
    [ $status -eq "$want" ] || bad "$*: exit status $status, not $want: $(tail -n 3 log | tr '\n' '|')"
    if [ "$(jq -r .halt_reason s.json 2>/dev/null)" = "$reason" ]; then good; else bad "$*: halt_reason is not $reason: $(tail -n 3 log | tr '\n' '|')"; fi
}
# interrupted SIGNAL STATUS… -- ARGUMENTS…: the same, by a signal after a second, with one of the exit statuses.
interrupted() {
    local signal=$1 want= status
    shift
    while [ "$1" != -- ]; do want="$want $1" && shift; done
    shift
    rm -f s.json
    timeout -s KILL $LONG "$HEDDLE" test --out=out --summary=s.json "$@" >log 2>&1 </dev/null &
    local child=$!
    for k in $(seq 50); do [ -n "$(ls tmp)" ] && break; sleep 0.1; done
    sleep 1
    pkill -"$signal" -P $child
    wait $child
    status=$?
    [[ "$want " == *" $status "* ]] || bad "SIG$signal: $*: exit status $status, not $want: $(tail -n 3 log | tr '\n' '|')"
    if [ "$(jq -r .halt_reason s.json 2>/dev/null)" = interrupted ]; then good; else bad "SIG$signal: $*: $(tail -n 3 log | tr '\n' '|')"; fi
}

# While a finding is executed again: it is told, its test is there, and it is said that it is not confirmed.
# (How long it takes to meet the failure depends on the machine.)
seconds=12
timeout -s KILL $LONG "$HEDDLE" test -q --out=out --summary=s.json --max-time=$seconds "$here/silent_thread.c" >log 2>&1 </dev/null
jq -e '.bugs != []' s.json >/dev/null || seconds=50
stops 1 time --max-time=$seconds "$here/silent_thread.c"
jq -e '.bugs[0].kind == "assertion" and .bugs[0].confirmed == false and .bugs[0].test != null' s.json >/dev/null && good || bad "the finding is not told"
grep -q 'not confirmed' log && good || bad "it is not said that the finding is not confirmed"
[ -s out/0001-assertion.test.json ] && good || bad "the test is not there"
# (It depends on the machine whether the failure was met by then.)
interrupted INT 1 3 -- "$here/silent_thread.c"
interrupted TERM 1 3 -- "$here/silent_thread.c"
stops 1 time --max-time=$seconds "$here/sleeping_loop.c"

# Inside the solver, which must not take the signal for itself.
stops 3 time --max-time=2 --solver-timeout=0 "$here/hard_queries.c"
interrupted INT 3 -- --solver-timeout=0 "$here/hard_queries.c"
interrupted TERM 3 -- --solver-timeout=0 "$here/hard_queries.c"
jq -e '.incomplete == []' s.json >/dev/null && good || bad "being stopped is told as something else: $(jq -c .incomplete s.json)"

# The solver's limit counts its steps: the same answer each time, and the reason is told once.
for k in 1 2; do
    timeout -s KILL $LONG "$HEDDLE" test -q --out=out --summary=s$k.json --solver-timeout=20 -DQUERIES=2 "$here/hard_queries.c" >log 2>&1
    [ $? -eq 3 ] && good || bad "hard_queries.c with a limit: $(tail -n 2 log)"
    grep -c 'not complete because' log | grep -qx 1 && good || bad "with --quiet the reason is told $(grep -c 'not complete because' log) times"
done
[ "$(jq -c '[.traces, .events, .queries, .backend_queries, .incomplete]' s1.json)" = "$(jq -c '[.traces, .events, .queries, .backend_queries, .incomplete]' s2.json)" ] && good || bad "the solver's limit depends on something else"

[ -z "$(ls tmp)" ] && good || bad "temporary folders are left: $(ls tmp)"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
