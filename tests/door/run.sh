#!/bin/bash
# What the engine itself reads, writes and ends of the program's memory is seen by other threads like what the
# program does: filled.c has a call fill a buffer that another thread looks at, touched.c reads or ends what
# another thread writes. Every strategy must find the same, brute force meet the same events, and each finding
# must occur again. A call that fills, reads or ends memory is a case: filled_CALL, touched_CALL, ended_CALL.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

filled='GETTIMEOFDAY CLOCK_GETTIME CLOCK_GETRES TIME GETCWD GETRANDOM UNAME FSTAT STAT READ_STDIN READ_PIPE
    READV RECV RECVMSG PIPE SOCKETPAIR SIGACTION JOIN MEMCPY MEMMOVE MEMSET INPUT SETJMP SPRINTF TIME_RAW POLL
    EPOLL_WAIT GETSOCKNAME GETSOCKOPT EVENTFD TIMERFD SIGPROCMASK SEM_GETVALUE GETRLIMIT
    READLINK FILE RECVFROM FIONREAD_ ACCEPT GETDENTS SELECT ARC4RANDOM STATX SHMCTL SEMCTL SEMAPHORES'
touched='WRITE WRITE_FAR WRITEV WRITE_PIPE STAT OPEN NAME PUTS STRDUP MEMCPY MEMSET SEND SENDMSG WRITE_FILE
    WRITE_COUNTER SYMLINK SIGNAL_MASK SIGNAL_ACTION SEMOP SEM_SETALL'
ended='FREE REALLOC MUNMAP SHMDT MREMAP RETURN ALLOCA ARRAY LONGJMP THREAD_LOCAL SIZE'

names() {
    # shellcheck disable=SC2086
    printf 'filled_%s\n' $filled
    # shellcheck disable=SC2086
    printf 'touched_%s\n' $touched
    # shellcheck disable=SC2086
    printf 'ended_%s\n' $ended
}
prepare() {
    printf 12345678 >stdin
    mkdir files
    printf abcdefgh >files/file
}

# finds KINDS PROGRAM OPTIONS…: exactly these kinds of findings, none told twice in a kind, everything
# explored; each replays. The number of events is in the variable events then.
finds() {
    local want=$1 program=$2 found= test
    shift 2
    rm -rf out summary
    timeout 120 "$HEDDLE" test --quiet -Wno-everything --files="$common/files" --stdin="$common/stdin" \
        --out=out --summary=summary "$@" "$here/$program.c" >/dev/null 2>log
    read -r events found < <(jq -r '"\(.events) " +
        if .complete then [.bugs[].kind] | unique | join(",") else "incomplete" end' summary 2>/dev/null)
    if [ "$found" != "$want" ]; then
        bad "$program $*: found '$found', not '$want': $(tail -n 1 log)"
        return 1
    fi
    for test in out/*.test.json; do
        timeout 60 "$HEDDLE" replay --quiet "$test" >/dev/null 2>&1
        [ $? -eq 1 ] || { bad "$program $*: ${test##*/} does not occur again"; return 1; }
    done
}

# The same with brute force, without cut-offs (as many events), and with more alternatives.
finds_always() {
    local all events=
    finds "$@" && finds "$@" --cutoffs=off && all=$events &&
        finds "$@" --alternatives=optimal && finds "$@" --strategy=dfs &&
        same 'events of brute force' "$events" "$all"
}

one() {
    case $1 in
    filled_*) finds_always assertion filled "-DCALL=${1#*_}" --interleave=memory --checks=none,assertion ;;
    touched_*) finds_always race touched "-DCALL=${1#*_}" ;;
    ended_*) finds_always memory,race touched "-DCALL=${1#*_}" ;;
    esac
}

suite "$@"
