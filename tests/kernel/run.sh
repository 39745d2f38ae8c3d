#!/bin/bash
# How many traces programs have that make system calls, one for each order of their dependent pieces, derived by hand: pieces on one
# object of the emulated kernel are ordered where one of two changes it. Brute force must meet the same number of events, every order of
# the search the same traces, and each finding must occur again. Then what the settings of the system do, and what is told.
# Usage: run.sh [NAME...]       programs of this folder without .c; all when none is given
# Environment: HEDDLE (the executable)
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../../build/heddle}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; echo "0 passed, 1 failed"; exit 1; }

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
output     |                                    | 1 | 0 | yes
output     | --stdout=ordered                   | 6 | 0 | no
faults     |                                    | 1 | 0 | yes
faults     | --faults=1                         | 2 | 0 | yes
faults     | --faults=1 -DCARELESS              | 2 | 1 | yes
faults     | --faults=1 -DCALLS=2               | 3 | 0 | yes
faults     | --faults=2 -DCALLS=2               | 4 | 0 | yes
faults     | --faults=1 -DTHREADS=2             | 7 | 0 | yes
faults     | -DTHREADS=2                        | 1 | 0 | yes
signals    | -DWAIT                             | 2 | 0 | yes
signals    | -DWAIT -DNOBODY                    | 1 | 1 | yes
signals    |                                    | 1 | 0 | yes
signals    | -DIGNORED                          | 1 | 0 | yes
signals    | -DCAUGHT                           | 1 | 0 | yes
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

passed=0 failed=0
check() { # what, and a problem where there is one
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1: $2"
    fi
}
wanted() { [ ${#only[@]} -eq 0 ] || [[ " ${only[*]} " == *" $1 "* ]]; }
only=("$@")
trim() { local s=$1; s=${s#"${s%%[![:space:]]*}"}; echo "${s%"${s##*[![:space:]]}"}"; }
printf ab >"$work/stdin"
mkdir -p "$work/files/data"
printf abcd >"$work/files/data/file"
explore() { # output name, options
    local to=$1 after=
    shift
    local words=${options/=STDIN/=$work/stdin}
    words=${words/=FILES/=$work/files}
    if [[ $words == *ARGUMENTS* ]]; then words=${words/ARGUMENTS/} after='-- ab'; fi
    # The options are words, and none holds a blank.
    # shellcheck disable=SC2086
    timeout 120 "$HEDDLE" test --quiet --cutoffs=off --alternatives=optimal --out="$work/out" --summary="$work/$to.json" $words "$@" "$here/$name.c" $after >"$work/log" 2>&1
}
figure() { jq "$2" "$work/$1.json"; }

while IFS='|' read -r name options traces expected brute; do
    name=$(trim "$name") options=$(trim "$options") traces=$(trim "$traces") expected=$(trim "$expected") brute=$(trim "$brute")
    wanted "$name" || continue
    problem=
    explore por
    status=$?
    got=$(figure por .traces)
    [ "$status" -eq "$expected" ] || problem="exit status $status, expected $expected: $(tail -n 2 "$work/log" | tr '\n' ' ')"
    [ "$traces" = - ] || [ "$got" = "$traces" ] || problem="$problem $got traces, expected $traces"
    [ "$(figure por .redundant)" = 0 ] || problem="$problem redundant runs"
    [ "$(figure por .complete)" = true ] || problem="$problem incomplete"
    if [ "$expected" = 1 ] && [ -z "$problem" ]; then
        found=0
        for test in "$work"/out/*.test.json; do
            timeout 60 "$HEDDLE" replay --quiet "$test" >"$work/log" 2>&1
            [ $? -eq 1 ] || problem="the finding does not occur again: $(tail -n 1 "$work/log")"
            found=$((found + 1))
        done
        [ "$found" -gt 0 ] || problem="no test was written"
    fi
    if [ "$brute" = yes ] && [ -z "$problem" ]; then
        explore dfs --strategy=dfs
        [ "$(figure dfs .complete)" = true ] || problem="brute force did not finish"
        [ "$(figure dfs .events)" = "$(figure por .events)" ] || problem="$(figure por .events) events, brute force meets $(figure dfs .events)"
    fi
    for how in --search=bfs --search=random --search=coverage --jobs=2; do
        [ -z "$problem" ] || break
        explore free "$how"
        [ "$(figure free '[.traces,.events,.redundant]' | tr -d ' \n')" = "$(figure por '[.traces,.events,.redundant]' | tr -d ' \n')" ] ||
            problem="with $how $(figure free '[.traces,.events,.redundant]' | tr -d ' \n') instead of $(figure por '[.traces,.events,.redundant]' | tr -d ' \n')"
    done
    check "$name $options" "$problem"
done < <(table)

# What is told: program, options, exit status, and a pattern of a line.
tells() {
    local name=$1 options=$2 expected=$3 pattern=$4 problem= status
    wanted "$name" || return
    # shellcheck disable=SC2086
    timeout 120 "$HEDDLE" test --out="$work/out" --summary="$work/told.json" $options "$here/$name.c" >"$work/log" 2>&1
    status=$?
    [ "$status" -eq "$expected" ] || problem="exit status $status, expected $expected: $(tail -n 2 "$work/log" | tr '\n' ' ')"
    grep -Eq -- "$pattern" "$work/log" || problem="$problem nothing told like \"$pattern\""
    check "$name $options tells" "$problem"
}
tells blocked '' 1 'error: deadlock: .*thread 0\.1 waits in a system call: receive from a socket \[deadlock\]'
tells blocked '-DPOLL' 1 'waits in a system call: poll'
tells blocked '-DEPOLL' 1 'waits in a system call: wait for an epoll set'
tells unsupported '' 0 'rests on: system call inotify_init \([0-9]+\) is not supported and returned ENOSYS'
tells unsupported '-DFORK' 3 'warning: not supported: call of the function `fork`'
tells unsupported '-DEXEC' 3 'warning: not supported: call of the function `execv`'
tells signals '-DPIPE' 0 'rests on: the process was ended by SIGPIPE'
tells times '' 3 'more time-outs of system calls in one thread were not explored \(see --max-timeouts\)'
tells times '-DSLEEPS --max-sleeps=2' 3 'more sleeps of one thread were not explored \(see --max-sleeps\)'
# Servers that never end: their states come back, also where time may pass again and again.
tells server '-DLATE --max-timeouts=0' 0 'everything was explored'
tells server '-DLATE -DEPOLL --max-timeouts=0' 0 'everything was explored'
tells server '-DLATE -DEPOLL --max-timeouts=0 --jobs=2 --search=bfs' 0 'everything was explored'
# A server without an end is not explored without cut-offs: the limit says so.
tells server '-DLATE --cutoffs=off' 3 'more time-outs of system calls in one thread'
wrong() { # a setting that is refused: the option, the complaint
    wanted settings || return
    timeout 20 "$HEDDLE" test --out="$work/out" "$1" "$here/output.c" >"$work/log" 2>&1
    local status=$?
    if [ "$status" -eq 2 ] && grep -Eq -- "$2" "$work/log"; then check "$1" ''; else check "$1" "exit status $status: $(head -n 1 "$work/log")"; fi
}
wrong --symbolic=nothing 'not stdin:SIZE'
wrong --symbolic=arg0:3 'not stdin:SIZE'
wrong --files="$work/none" "none"
wrong --faults=x 'faults'
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
