#!/bin/bash
# What the engine itself reads, writes and ends of the program's memory is seen by other threads like what the program does: filled.c has
# a call fill a buffer that another thread looks at, touched.c reads or ends what another thread writes. Every strategy must find
# the same, brute force meet the same events, and each finding must occur again.
# Usage: run.sh
# Environment: HEDDLE (the executable)
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../../build/heddle}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; echo "0 passed, 1 failed"; exit 1; }
passed=0 failed=0
printf 12345678 >"$work/stdin"
mkdir "$work/files"
printf abcdefgh >"$work/files/file"

# finds KINDS PROGRAM OPTIONS…: exactly these kinds of findings, none told twice in a kind, everything explored; each replays.
finds() {
    local want=$1 program=$2 found test
    shift 2
    rm -rf "$work/out"
    timeout 120 "$HEDDLE" test --quiet -Wno-everything --files="$work/files" --stdin="$work/stdin" --out="$work/out" --summary="$work/summary" "$@" \
        "$here/$program.c" >/dev/null 2>"$work/log"
    found=$(jq -r 'if .complete then [.bugs[].kind] | unique | join(",") else "incomplete" end' "$work/summary" 2>/dev/null)
    events=$(jq .events "$work/summary" 2>/dev/null)
    rm -f "$work/summary"
    if [ "$found" != "$want" ]; then
        echo "FAIL $program $*: found '$found', not '$want': $(tail -n 1 "$work/log")"
        return 1
    fi
    for test in "$work/out"/*.test.json; do
        timeout 60 "$HEDDLE" replay --quiet "$test" >/dev/null 2>&1
        [ $? -eq 1 ] || { echo "FAIL $program $*: ${test##*/} does not occur again"; return 1; }
    done
}

# The same with brute force, without cut-offs (as many events), and with more alternatives.
one() {
    local want=$1 all
    shift
    finds "$want" "$@" && finds "$want" "$@" --cutoffs=off && all=$events && finds "$want" "$@" --alternatives=optimal && finds "$want" "$@" --strategy=dfs &&
        { [ "$events" = "$all" ] || { echo "FAIL $*: $all events, brute force $events"; false; }; }
    if [ $? -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

for call in GETTIMEOFDAY CLOCK_GETTIME CLOCK_GETRES TIME GETCWD GETRANDOM UNAME FSTAT STAT READ_STDIN READ_PIPE READV RECV RECVMSG PIPE SOCKETPAIR SIGACTION JOIN MEMCPY MEMMOVE MEMSET INPUT SETJMP SPRINTF TIME_RAW POLL EPOLL_WAIT GETSOCKNAME GETSOCKOPT EVENTFD TIMERFD SIGPROCMASK SEM_GETVALUE GETRLIMIT READLINK FILE RECVFROM FIONREAD_ ACCEPT GETDENTS SELECT; do
    one assertion filled -DCALL=$call --interleave=memory --checks=none,assertion
done
for call in WRITE WRITE_FAR WRITEV WRITE_PIPE STAT OPEN NAME PUTS STRDUP MEMCPY MEMSET SEND SENDMSG WRITE_FILE WRITE_COUNTER SYMLINK SIGNAL_MASK; do one race touched -DCALL=$call; done
for call in FREE REALLOC MUNMAP MREMAP RETURN ALLOCA ARRAY LONGJMP THREAD_LOCAL SIZE; do one memory,race touched -DCALL=$call; done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
