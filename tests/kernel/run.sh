#!/bin/bash
# How many traces programs have that make system calls, one for each order of their dependent pieces, derived
# by hand: pieces on one object of the emulated kernel are ordered where one of two changes it. Brute force
# must meet the same number of events, every order of the search the same traces, and each finding must occur
# again. Then what the settings of the system do, and what is told. A program NAME.c, with all its lines, is
# the case NAME.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# program | options | traces | exit status | brute force: yes where it is fast
table() {
    cat <<'T'
pipes      |                                    | 2 | 0 | yes
pipes      | -DWRITERS=3                        | 6 | 0 | no
pipes      | -DOWN                              | 1 | 0 | yes
pipes      | -DREADS=1                          | 4 | 0 | no
pipes      | -DREADS=2                          | 4 | 0 | no
pipes      | -DREADS=1 -DWRITERS=1              | 1 | 0 | yes
pipes      | -DREADS=1 -DWRITERS=1 -DNONBLOCK   | 2 | 0 | yes
files      | -DOWN                              | 6 | 0 | no
files      | -DOWN --fds=per-thread             | 1 | 0 | no
files      | -DSHARED                           | 2 | 0 | yes
files      | -DPOSITIONED                       | 2 | 0 | yes
files      | -DLOOK                             | 1 | 0 | yes
files      | -DNUMBERS                          | 8 | 1 | yes
files      | -DNUMBERS --fds=per-thread         | 4 | 1 | yes
locks      |                                    | 2 | 0 | yes
locks      | -DTRIES                            | 4 | 0 | yes
locks      | -DSHARED                           | 6 | 0 | yes
locks      | -DRANGES                           | 4 | 0 | yes
locks      | -DAPART                            | 6 | 0 | yes
locks      | -DPROCESS                          | 6 | 0 | yes
locks      | -DTWICE                            | 2 | 1 | yes
input      | --stdin=STDIN                      | 2 | 0 | yes
input      | --stdin=STDIN -DFIRST              | 2 | 1 | yes
closed     |                                    | 2 | 0 | yes
closed     | -DSUCCEEDS                         | 2 | 1 | yes
closed     | -DFAILS                            | 2 | 1 | yes
closed     | -DREUSE                            | 3 | 1 | yes
blocked    |                                    | 1 | 1 | yes
blocked    | -DPOLL                             | 1 | 1 | yes
blocked    | -DEPOLL                            | 1 | 1 | yes
blocked    | -DEDGE                             | 1 | 1 | yes
blocked    | -DFINE                             | 1 | 0 | yes
watched    | -DADD                              | 2 | 0 | yes
watched    | -DGONE                             | 3 | 1 | yes
watched    | -DCLOSED                           | 3 | 1 | yes
watched    | -DSHOT                             | 4 | 0 | yes
sockets    | -DBOTH                             | 1 | 0 | yes
sockets    | -DSHUT                             | 4 | 0 | yes
sockets    | -DAPART                            | 1 | 0 | yes
shut_listening | -DACCEPT                       | 1 | 0 | yes
shut_listening | -DCONNECT                      | 3 | 0 | yes
shut_listening | -DPOLL                         | - | 0 | yes
shut_listening | -DEPOLL                        | - | 0 | no
shut_listening | -DUNIX -DACCEPT                | 1 | 0 | yes
server     |                                    | - | 0 | yes
server     | -DEPOLL                            | - | 0 | no
sets       | -DONE                              | 2 | 0 | yes
sets       |                                    | 2 | 0 | yes
sets       | -DAPART                            | 3 | 1 | yes
sets       | -DREMOVED                          | 4 | 0 | yes
output     |                                    | 1 | 0 | yes
output     | --stdout=ordered                   | 6 | 0 | no
faults     |                                    | 1 | 0 | yes
faults     | --faults=1                         | 2 | 0 | yes
faults     | --faults=1 -DCARELESS              | 2 | 1 | yes
faults     | --faults=1 -DCALLS=2               | 3 | 0 | yes
faults     | --faults=2 -DCALLS=2               | 4 | 0 | yes
faults     | --faults=1 -DTHREADS=2             | 7 | 0 | yes
faults     | -DTHREADS=2                        | 1 | 0 | yes
signals    | -DWAIT                             | 4 | 0 | yes
signals    | -DWAIT -DNOBODY                    | 1 | 1 | yes
signals    |                                    | 1 | 0 | yes
signals    | -DIGNORED                          | 1 | 0 | yes
signals    | -DCAUGHT                           | 1 | 0 | yes
delivered  | -DLOCKS                            | 6 | 0 | yes
delivered  | -DLOCKS -DHELD                     | 6 | 1 | yes
delivered  | -DITSELF                           | 4 | 1 | yes
delivered  | -DPAUSES                           | 3 | 1 | yes
delivered  | -DSUSPENDS                         | 3 | 0 | yes
delivered  | -DREADS                            | 3 | 0 | yes
delivered  | -DRESTARTS                         | 3 | 0 | yes
delivered  | -DSEMAPHORE                        | 4 | 0 | yes
delivered  | -DRESTARTED                        | 4 | 0 | yes
delivered  | -DSLEEPS                           | 4 | 1 | yes
delivered  | -DMASKED                           | 9 | 0 | yes
delivered  | -DTWICE                            | 16 | 0 | no
delivered  | -DQUEUED                           | 16 | 0 | no
delivered  | -DNESTED                           | 31 | 0 | no
delivered  | -DONCE                             | 16 | 1 | no
delivered  | -DATOMIC                           | 4 | 0 | yes
delivered  | -DENDS                             | 3 | 1 | yes
delivered  | -DSHUT                             | 3 | 0 | yes
delivered  | -DEITHER                           | - | 0 | no
cancelled  | -DTESTS                            | 3 | 0 | yes
cancelled  | -DREADS                            | 2 | 0 | yes
cancelled  | -DSLEEPS --no-spurious-wakeups    | 4 | 0 | yes
cancelled  | -DSEMAPHORE                        | 3 | 0 | yes
cancelled  | -DJOINS                            | - | 0 | no
cancelled  | -DNAPS                             | 4 | 0 | yes
cancelled  | -DDISABLED                         | 6 | 0 | yes
cancelled  | -DLATER                            | 8 | 0 | yes
cancelled  | -DNEVER                            | 5 | 0 | yes
cancelled  | -DHOLDS                            | 7 | 1 | yes
cancelled  | -DASYNC                            | 5 | 0 | yes
cancelled  | -DASYNC -DSEEN                     | 5 | 1 | yes
cancelled  | -DITSELF                           | 1 | 0 | yes
timers     | -DALARM                            | 9 | 0 | yes
timers     | -DTHREADS                          | 1 | 0 | yes
timers     | -DNONE                             | 3 | 0 | yes
timers     | -DDELETED                          | 6 | 0 | yes
timers     | -DDELETED -DCOMES                  | 7 | 1 | yes
timers     | -DWAITED                           | 2 | 0 | yes
timers     | -DBUSY                             | 6 | 1 | yes
timers     | -DERRORS                           | 1 | 0 | yes
joins      |                                    | 4 | 0 | yes
joins      | -DTIMED                            | 4 | 0 | yes
joins      | -DBUSY                             | 4 | 1 | yes
signal_fd  |                                    | 4 | 0 | yes
signal_fd  | -DPOLL                             | 4 | 0 | yes
signal_fd  | -DNOBODY                           | 1 | 1 | yes
times      | --max-timeouts=4                   | 1 | 1 | yes
times      | --max-timeouts=0                   | 1 | 1 | yes
times      | -DWRITES -DROUNDS=1                | 2 | 1 | yes
times      | -DSLEEPS                           | 1 | 1 | yes
symbolic   | -DSTDIN --symbolic=stdin:3         | - | 1 | no
symbolic   | -DARGUMENT --symbolic=arg1:2 ARGUMENTS | - | 1 | no
symbolic   | -DBEYOND ARGUMENTS                 | 1 | 1 | yes
symbolic   | -DENVIRONMENT --symbolic=env:MODE:2 --env=MODE=xx | - | 1 | no
symbolic   | --files=FILES --symbolic=file:/data/file:3 | - | 1 | no
T
}

# Servers that never end: their states come back, also where time may pass again and again. Without cut-offs
# they are not explored: the limit says so.
# program | options | exit status | a pattern of a line that is told
told() {
    cat <<'T'
blocked | | 1 | error: deadlock: .*\(0\.1\) waits in a system call: receive from a socket \[deadlock\]
blocked     | -DPOLL         | 1 | waits in a system call: poll
blocked     | -DEPOLL        | 1 | waits in a system call: wait for an epoll set
unsupported | | 0 | rests on: system call inotify_init \([0-9]+\) is not supported and returned ENOSYS
unsupported | -DFORK         | 3 | warning: not supported: `fork` makes another process
unsupported | -DFORK --programs=refused | 0 | no other program can be started: `fork` fails with EAGAIN
unsupported | -DEXEC         | 0 | no other program can be started: `execv` fails with ENOENT
sets        | -DAPART        | 1 | waits in a system call: operate on semaphores
signals     | -DPIPE         | 0 | rests on: the process was ended by SIGPIPE
delivered   | -DSPINS        | 0 | everything was explored
delivered   | -DJOINS        | 0 | everything was explored
delivered   | -DITSELF       | 1 | waits for the mutex `m`, held by [a-z]+ \(0\.1\) \(itself\) \[deadlock\]
delivered   | -DBEYOND       | 3 | a real-time signal beyond the third one
timers      | -DINTERVAL     | 0 | everything was explored
timers      | -DPERIODIC     | 3 | more expirations of a timer were not explored \(see --max-signals\)
timers      | -DPERIODIC --max-signals=1 | 3 | more expirations of a timer were not explored
times | | 3 | more time-outs of system calls in one thread were not explored \(see --max-timeouts\)
times       | -DSLEEPS --max-sleeps=2 | 3 | more sleeps of one thread were not explored \(see --max-sleeps\)
server      | -DLATE --max-timeouts=0 | 0 | everything was explored
server      | -DLATE -DEPOLL --max-timeouts=0 | 0 | everything was explored
server      | -DLATE -DEPOLL --max-timeouts=0 --jobs=2 --search=bfs | 0 | everything was explored
server      | -DLATE --cutoffs=off | 3 | more time-outs of system calls in one thread
T
}

names() {
    { table; told; } | sed 's/ *|.*//' | LC_ALL=C sort -u
    echo settings
    echo host_files
}
prepare() {
    printf ab >stdin
    mkdir -p files/data
    printf abcd >files/data/file
}
one() {
    if [ "$1" = settings ]; then
        settings
        return
    elif [ "$1" = host_files ]; then
        host_files
        return
    fi
    each_row "$1" check_row
    table() { told; }
    each_row "$1" check_told
}

explore() { # more options
    local after= words=${options/=STDIN/=$common/stdin}
    words=${words/=FILES/=$common/files}
    if [[ $words == *ARGUMENTS* ]]; then words=${words/ARGUMENTS/} after='-- ab'; fi
    # The options are words, and none holds a blank.
    # shellcheck disable=SC2086
    timeout 120 "$HEDDLE" test --quiet --cutoffs=off --alternatives=optimal --out=out --summary=summary \
        $words "$@" "$here/$name.c" $after >log 2>&1
}
# The findings of the last run occur again.
replay_all() {
    local test found=0
    for test in out/*.test.json; do
        timeout 60 "$HEDDLE" replay --quiet "$test" >log 2>&1
        [ $? -eq 1 ] || problem="the finding does not occur again: $(tail -n 1 log)"
        found=$((found + 1))
    done
    [ "$found" -gt 0 ] || problem="no test was written"
}
check_row() {
    local options=$1 traces=$2 expected=$3 brute=$4 problem= status complete got events redundant now all how
    explore
    status=$?
    read -r complete got events redundant < <(
        jq -r '"\(.complete) \(.traces) \(.events) \(.redundant)"' summary
    )
    [ "$status" -eq "$expected" ] ||
        problem="exit status $status, expected $expected: $(tail -n 2 log | tr '\n' ' ')"
    [ "$traces" = - ] || [ "$got" = "$traces" ] || problem="$problem $got traces, expected $traces"
    [ "$redundant" = 0 ] || problem="$problem redundant runs"
    [ "$complete" = true ] || problem="$problem incomplete"
    if [ "$expected" = 1 ] && [ -z "$problem" ]; then replay_all; fi
    if [ "$brute" = yes ] && [ -z "$problem" ]; then
        explore --strategy=dfs
        read -r complete all < <(jq -r '"\(.complete) \(.events)"' summary)
        [ "$complete" = true ] || problem="brute force did not finish"
        [ "$all" = "$events" ] || problem="$problem $events events, brute force meets $all"
    fi
    for how in --search=bfs --search=random --search=coverage --jobs=2; do
        [ -z "$problem" ] || break
        explore "$how"
        now=$(jq -r '"\(.traces) \(.events) \(.redundant)"' summary)
        [ "$now" = "$got $events $redundant" ] ||
            problem="with $how $now traces, events, redundant runs instead of $got $events $redundant"
    done
    if [ -z "$problem" ]; then good; else bad "$options: $problem"; fi
}

# What is told of a run.
check_told() {
    local options=$1 expected=$2 pattern=$3 status
    # shellcheck disable=SC2086
    timeout 120 "$HEDDLE" test --out=out $options "$here/$name.c" >log 2>&1
    status=$?
    if [ "$status" -ne "$expected" ]; then
        bad "$options tells: exit status $status, expected $expected: $(tail -n 2 log | tr '\n' ' ')"
    elif ! grep -Eq -- "$pattern" log; then
        bad "$options: nothing told like \"$pattern\""
    else
        good
    fi
}

# A setting that is refused: the option, the complaint.
refused() {
    timeout 20 "$HEDDLE" test --out=out "$1" "$here/output.c" >log 2>&1
    local status=$?
    if [ "$status" -eq 2 ] && grep -Eq -- "$2" log; then
        good
    else
        bad "$1: exit status $status: $(head -n 1 log)"
    fi
}
settings() {
    refused --symbolic=nothing 'not WHAT:SIZE'
    refused --symbolic=arg0:3 'not WHAT:SIZE'
    refused --files=none 'none'
    refused --faults=x 'faults'
}

# Files that are there from the beginning: all that is told of them is what it is natively.
host_files() {
    local k
    for k in native engine; do
        mkdir -p "$k/folder"
        printf 'abcdef\n' >"$k/old"
        head -c 200000 /dev/zero | tr '\0' q >"$k/long"
        : >"$k/empty"
        echo in >"$k/folder/inner"
    done
    musl-gcc -static "$here/host_files.c" -o program 2>log || bad "does not compile: $(head -n 2 log)"
    (cd native && ../program) >told 2>log || bad "natively: $(head -n 2 log)"
    timeout 60 "$HEDDLE" run --files=engine "$here/host_files.c" >engine.told 2>log || bad "$(head -n 2 log)"
    if diff told engine.told >log; then good; else bad "$(head -n 8 log)"; fi
    same 'what is left in the folder' "$(cat engine/old engine/empty engine/folder/inner)" $'abcdef\nin'
}

suite "$@"
