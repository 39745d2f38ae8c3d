#!/bin/bash
# What each strategy needs for one program: complete runs and distinct events, derived by hand or known from
# the papers; and what it finds.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# program | strategy | options | runs, or - | events, or memory: N of them, or - | kinds of findings
# <N: fewer than N, where hashes of states decide between events that are equal in the order
table() {
    cat <<'T'
pairs      | por    | -DPAIRS=4                       | 16    | 50             |
pairs      | dpor   | -DPAIRS=4                       | 16    | 50             |
pairs      | unfold | -DPAIRS=4                       | 2     | 50             |
pairs      | unfold | -DPAIRS=20                      | 2     | 242            |
pairs      | unfold | -DPAIRS=60                      | 2     | 722            |
pairs_apart | unfold | -DPAIRS=2                      | 4     | 74             |
pairs_apart | unfold | -DPAIRS=10                     | 4     | 362            |
pairs_apart | unfold | -DPAIRS=10 --search=bfs        | 4     | 362            |
pairs_apart | unfold | -DPAIRS=10 --jobs=2            | -     | 362            |
pairs_apart | unfold | -DPAIRS=10 --cutoffs=on        | 13    | 312            |
pairs_apart | contextual | -DPAIRS=10                 | 4     | 362            |
pairs      | contextual | -DPAIRS=1                   | 2     | memory: 3      |
pairs      | contextual | -DPAIRS=4                   | 2     | memory: 12     |
pairs      | contextual | -DPAIRS=60                  | 2     | memory: 180    |
one_writer | unfold |                                 | 4     | memory: 10     |
one_writer | contextual |                             | 2     | memory: 5      |
one_writer | unfold | -DREADERS=5                     | 32    | memory: 117    |
one_writer | contextual | -DREADERS=5                 | 2     | memory: 11     |
three_cycle | unfold |                                | 7     | memory: 41     |
three_cycle | contextual |                            | 7     | memory: 23     |
race_across_runs | por    |                           | 5     | 32             | race
race_across_runs | unfold |                           | 4     | 32             | race
readers_by_input | por    | --alternatives=1           | 27    | 156            |
readers_by_input | por    | --alternatives=2           | 27    | 156            |
readers_by_input | por    | --alternatives=3           | 27    | 156            |
readers_by_input | por    | --alternatives=optimal     | 27    | 156            |
readers_by_input | por    | -DCOMBO=1                  | 27    | 155            | assertion
readers_by_input | por    | -DCOMBO=1 --cutoffs=on     | -     | -              | assertion
readers_by_input | dpor   |                            | 27    | 156            |
readers_by_input | unfold | -DCOMBO=1                  | 27    | 155            | assertion
inputs_of_sizes | por    |                            | 14    | -              | race
inputs_of_sizes | por    | --jobs=2                   | 14    | -              | race
inputs_of_sizes | unfold |                            | 14    | -              | race
inputs_of_sizes | unfold | --jobs=2                   | -     | -              | race
inputs_of_sizes | contextual |                        | -     | -              | race
inputs_of_sizes | dpor   |                            | -     | -              | race
branch_at_barrier | por    |                          | 24    | 259            |
branch_at_barrier | unfold |                          | 24    | 259            |
branch_at_barrier | unfold | --cutoffs=on             | -     | <220           |
pairs      | unfold | --cutoffs=on -DPAIRS=60          | 2     | 722            |
next_beside_cutoff | por    |                         | 15    | 127            | assertion
next_beside_cutoff | unfold |                         | 15    | 127            | assertion
next_beside_cutoff | unfold | --cutoffs=on            | -     | 43             | assertion
turns_on_two | unfold | --cutoffs=on                  | -     | 515            |
turns_on_two | unfold | --cutoffs=on -DN=10           | -     | 3015           |
turns_on_two | unfold | --cutoffs=on -DN=20           | -     | 20015          |
race_across_runs | contextual |                       | 4     | 28             | race
race_behind_branch | por    |                         | 6     | 50             | race
race_behind_branch | unfold |                         | 6     | 50             | race
race_behind_branch | dpor   |                         | 6     | 50             | race
section_branch | por      |                            | 96    | 699            | assertion
section_branch | dpor     |                            | 96    | 699            | assertion
section_branch | unfold   |                            | 96    | 699            | assertion
section_branch | contextual |                          | 96    | 699            | assertion
section_branch | unfold   | --jobs=2                   | -     | 699            | assertion
section_branch | por      | --cutoffs=on               | -     | -              | assertion
section_assume_after_branch | por      |            | 8 | 45 |
section_assume_after_branch | por      | --cutoffs=on | - | - |
section_assume_after_branch | dpor     |            | 8 | 45 |
section_assume_after_branch | unfold   |            | 8 | 45 |
section_assume_after_branch | contextual |            | 8 | 45 |
section_assume_after_branch | dfs      |            | 168 | 45 |
input_after_read | por    | --interleave=memory       | 3     | 17             | assertion
input_after_read | dpor   | --interleave=memory       | 3     | 17             | assertion
input_after_read | unfold | --interleave=memory       | 3     | 17             | assertion
input_after_read | contextual | --interleave=memory   | 3     | memory: 4      | assertion
fibonacci  | dpor   | --interleave=memory -DSAFE -DN=2 | 140  | memory: 612    |
fibonacci  | dpor   | --interleave=memory -DSAFE -DN=3 | 1698 | memory: 8192   |
fibonacci  | unfold | --interleave=memory -DSAFE -DN=1 | 11   | memory: 41     |
fibonacci  | unfold | --interleave=memory -DSAFE -DN=2 | 140  | memory: 612    |
fibonacci  | unfold | --interleave=memory -DSAFE -DN=3 | 1698 | memory: 8192   |
fibonacci  | unfold | --interleave=memory -DSAFE -DN=4 | 19605 | memory: 100962 |
fibonacci  | contextual | --interleave=memory -DSAFE -DN=1 | 7 | memory: 22   |
fibonacci  | contextual | --interleave=memory -DSAFE -DN=2 | 57 | memory: 149 |
fibonacci  | contextual | --interleave=memory -DSAFE -DN=3 | 522 | memory: 1188 |
fibonacci  | contextual | --interleave=memory -DSAFE -DN=4 | 4930 | memory: 10216 |
read_read_write | contextual |                        | 4     | 26             | assertion
read_read_write | unfold |                            | 4     | 41             | assertion
philosophers | dpor |                                 | 7     | 99             | deadlock
philosophers | unfold |                               | 7     | 99             | deadlock
deadlock_across_runs | por    | -DWITH=MUTEX             | 6  | 64             | deadlock
deadlock_across_runs | unfold | -DWITH=MUTEX             | 6  | 64             | deadlock
deadlock_across_runs | unfold | -DWITH=READ_WRITE        | 6  | 64             | deadlock
deadlock_across_runs | unfold | -DWITH=SEMAPHORE         | 6  | 64             | deadlock
deadlock_across_runs | contextual | -DWITH=MUTEX         | 6  | 54             | deadlock
deadlock_across_runs | contextual | -DWITH=READ_WRITE    | 6  | 54             | deadlock
deadlock_across_runs | contextual | -DWITH=SEMAPHORE     | 6  | 54             | deadlock
deadlock_across_runs | unfold | -DWITH=MUTEX -DFAILS     | 6  | 66             | assertion deadlock
deadlock_across_runs | unfold | -DWITH=READ_WRITE -DFAILS | 6 | 66             | assertion deadlock
deadlock_across_runs | unfold | -DWITH=SEMAPHORE -DFAILS | 5  | 66             | assertion
deadlock_across_runs | unfold | -DWITH=MUTEX -DLEAVES    | 5  | 44             | deadlock
deadlock_across_runs | unfold | -DWITH=SEMAPHORE -DLEAVES | 4 | 44             |
blocked_across_runs | unfold | -DWITH=SEMAPHORE          | 7  | 66             | deadlock
blocked_across_runs | unfold | -DWITH=CONDITION          | 14 | 152            | deadlock
blocked_across_runs | unfold | -DWITH=PIPE               | 8  | 76             | deadlock
blocked_across_runs | contextual | -DWITH=SEMAPHORE      | 7  | 56             | deadlock
blocked_across_runs | contextual | -DWITH=CONDITION      | 14 | 141            | deadlock
blocked_across_runs | contextual | -DWITH=PIPE           | 8  | 66             | deadlock
time_out_or_signal | por    | --cutoffs=off             | 7  | 56             | assertion
time_out_or_signal | unfold |                            | 7  | 56             | assertion
time_out_or_signal | contextual |                        | 7  | 56             | assertion
time_out_or_signal | unfold | --cutoffs=on               | <16| 35             | assertion
broadcast_to_sleeper | por | -DTIMED --cutoffs=off       | 4  | 32             |
broadcast_to_sleeper | unfold | -DTIMED                  | 4  | 32             |
broadcast_to_sleeper | contextual | -DTIMED              | 4  | 32             |
broadcast_to_sleeper | por | --cutoffs=off               | 4  | 28             | deadlock
broadcast_to_sleeper | unfold |                          | 5  | 28             | deadlock
broadcast_to_sleeper | contextual |                      | 5  | 28             | deadlock
barrier_of_one | unfold |                                | 3  | 36             |
barrier_of_one | unfold | --cutoffs=on                   | -  | 34             |
barrier_of_one | unfold | --jobs=2 --cutoffs=on          | -  | 34             |
deadlock_by_inputs | unfold | -DMOST=5                   | 3  | 29             |
deadlock_by_inputs | unfold | -DMOST=50                  | 5  | 42             | deadlock
deadlock_by_inputs | contextual | -DMOST=50              | 5  | 42             | deadlock
waiters_around_circle | contextual | -DTHREADS=2 -DPERMITS=1 | 3 | 25          |
waiters_around_circle | contextual | -DTHREADS=3 -DPERMITS=2 | 10 | 68         |
waiters_around_circle | contextual | -DTHREADS=3 -DPERMITS=1 | 6 | 38          | deadlock
waiters_around_circle | contextual | -DTHREADS=4 -DPERMITS=3 | 41 | 250        |
waiters_around_circle | contextual | -DTHREADS=4 -DPERMITS=2 | 19 | 118        | deadlock
hang_across_runs | unfold |                              | 5  | 33             | assertion hang
hang_across_runs | contextual |                          | 3  | 24             | assertion hang
pairs      | unfold | --jobs=2 -DPAIRS=4              | -     | 50             |
pairs      | unfold | --jobs=3 --cutoffs=on -DPAIRS=60 | -    | 722            |
one_writer | contextual | --jobs=3 -DREADERS=5        | -     | memory: 11     |
three_cycle | unfold | --jobs=2                       | -     | memory: 41     |
three_cycle | contextual | --jobs=2                   | -     | memory: 23     |
race_across_runs | unfold | --jobs=3                  | -     | 32             | race
race_across_runs | contextual | --jobs=3              | -     | 28             | race
readers_by_input | unfold | --jobs=2 -DCOMBO=1        | -     | 155            | assertion
branch_at_barrier | unfold | --jobs=2                 | -     | 259            |
branch_at_barrier | unfold | --jobs=3 --cutoffs=on    | -     | <220           |
next_beside_cutoff | unfold | --jobs=2                | -     | 127            | assertion
next_beside_cutoff | unfold | --jobs=2 --cutoffs=on   | -     | 43             | assertion
next_beside_cutoff | unfold | --jobs=3 --cutoffs=on   | -     | 43             | assertion
turns_on_two | unfold | --jobs=2 --cutoffs=on         | -     | 515            |
turns_on_two | unfold | --jobs=3 --cutoffs=on -DN=20  | -     | 20015          |
fibonacci  | unfold | --jobs=2 --interleave=memory -DSAFE -DN=4 | - | memory: 100962 |
fibonacci  | unfold | --jobs=3 --interleave=memory -DSAFE -DN=4 | - | memory: 100962 |
fibonacci  | contextual | --jobs=2 --interleave=memory -DSAFE -DN=4 | - | memory: 10216 |
fibonacci  | contextual | --jobs=3 --interleave=memory -DSAFE -DN=4 | - | memory: 10216 |
fibonacci  | unfold | --jobs=2 --search=random --interleave=memory -DSAFE -DN=3 | - | memory: 8192 |
fibonacci  | unfold | --jobs=2 --search=bfs --interleave=memory -DSAFE -DN=3 | - | memory: 8192 |
fibonacci  | unfold | --jobs=2 --search=coverage --interleave=memory -DSAFE -DN=3 | - | memory: 8192 |
read_read_write | contextual | --jobs=2               | -     | 26             | assertion
philosophers | unfold | --jobs=2                      | -     | 99             | deadlock
deadlock_across_runs | unfold | --jobs=3 -DWITH=MUTEX -DFAILS | - | 66          | assertion deadlock
blocked_across_runs | unfold | --jobs=2 -DWITH=SEMAPHORE | -  | 66             | deadlock
blocked_across_runs | unfold | --jobs=3 -DWITH=CONDITION | -  | 152            | deadlock
blocked_across_runs | unfold | --jobs=2 -DWITH=PIPE      | -  | 76             | deadlock
deadlock_by_inputs | unfold | --jobs=2 -DMOST=50         | -  | 42             | deadlock
deadlock_by_inputs | unfold | --jobs=3 -DMOST=50         | -  | 42             | deadlock
updater    | unfold | -DREADERS=2 -DENTRIES=2            | -  | 8956           |
updater    | unfold | --jobs=2 -DREADERS=2 -DENTRIES=2   | -  | 8956           |
updater    | unfold | --jobs=3 -DREADERS=2 -DENTRIES=2   | -  | 8956           |
updater    | unfold | --jobs=3 --cutoffs=on -DREADERS=2 -DENTRIES=2 | - | <1150 |
updater    | contextual | --jobs=3 -DREADERS=2 -DENTRIES=2 | - | 1843          |
T
}
names() {
    row_names
    declare -F | sed -n 's/^declare -f case_//p'
}

# fewer WHAT FIGURE N: the figure of the summary is below N.
fewer() { check "$what: not fewer than $3 $1" [ "$(jq -r ".$2" s.json)" -lt "$3" ]; }

row() {
    local strategy=$1 options=$2 runs=$3 events=$4 kinds=${5:-} file=$here/$name.c what
    [ -f "$file" ] || file=$top/examples/$name.c
    [ -f "$file" ] || file=$top/bench/strategies/$name.c
    what="$strategy $options"
    # shellcheck disable=SC2086
    "$HEDDLE" test -q --exact-counts --cutoffs=off --strategy="$strategy" $options --summary=s.json "$file" \
        >log 2>&1
    case $runs in
    -) ;;
    '<'*) fewer runs traces "${runs#<}" ;;
    *) same "$what: runs" "$(jq -r .traces s.json)" "$runs" ;;
    esac
    case $events in
    -) ;;
    '<'*) fewer events events "${events#<}" ;;
    memory:*) same "$what: memory events" "$(jq -r .memory_events s.json)" "${events#memory: }" ;;
    *) same "$what: events" "$(jq -r .events s.json)" "$events" ;;
    esac
    # With cut-offs, each state is expanded once, but for few of which two events are equal in the order.
    if [[ "$strategy $options" = unfold*--cutoffs=on* ]]; then
        once='(.events - .cutoffs) as $expanded | $expanded >= .states and $expanded <= .states * 1.03'
        same "$what: each state is expanded once" "$(jq -r "$once" s.json)" true
    fi
    same "$what: findings" "$(jq -r '[.bugs[].kind] | unique | join(" ")' s.json)" "$kinds"
    same "$what: complete" "$(jq -r .complete s.json)" true
}
one() { if declare -F "case_$1" >/dev/null; then "case_$1"; else each_row "$1" row; fi; }

# --- strategies by turns ---

# auto OPTION... FILE: explores by the default, and sets `by`, what decided
auto() {
    "$HEDDLE" test -q --hunt=off --summary=s.json "$@" >log 2>&1
    by=$(jq -r '.explored_by + " of " + ([.shares[]?.strategy] | join(" "))' s.json)
}

case_auto_by_unfold() {
    auto -DPAIRS=24 "$here/pairs.c"
    same 'decides' "$by" 'unfold of por unfold'
    same 'complete' "$(jq -r '[.complete, .traces, .events] | @csv' s.json)" 'true,2,290'
}

# A program that creates no thread: the others begin later.
case_auto_sequential() {
    auto "$top/bench/symbolic/strtol0.c"
    same 'decides' "$by" 'por of '
    same 'complete' "$(jq -r '[.complete, .traces] | @csv' s.json)" 'true,2478'
}

case_auto_by_por() {
    local fibonacci=(--interleave=memory -DSAFE -DN=4 "$top/examples/fibonacci.c")
    auto "${fibonacci[@]}"
    same 'decides' "$by" 'por of por unfold'
    jq -c '[.complete, .traces, .cutoffs, .states, .branches_covered]' s.json >by_turns
    auto --strategy=por "${fibonacci[@]}"
    same 'decides' "$by" 'por of '
    same 'as alone' "$(jq -c '[.complete, .traces, .cutoffs, .states, .branches_covered]' s.json)" \
        "$(cat by_turns)"
}

# Most programs end before there is a second strategy, and what means nothing to it keeps it away.
case_auto_alone() {
    auto -DPAIRS=4 "$here/pairs.c"
    same 'small' "$by" 'por of '
    local option
    for option in --search=bfs --max-traces=5000 --cutoffs=off; do
        auto $option -DPAIRS=12 "$here/pairs.c"
        same "with $option" "$by" 'por of '
    done
}

# How much is explored, where it is known: of 477,540 runs. Nothing where it has ended, or means nothing.
case_estimate() {
    local load=$top/bench/campaigns_load.c option runs slack
    for option in $(some_of 3 --jobs=1 --jobs=2 --db=c.db); do
        # The range has the truth mostly, not always.
        runs='--max-traces=150000' slack=1.5
        # Two workers are sooner there, and random runs take a part of the time: few in fewer seconds.
        [ "$option" = --jobs=2 ] && runs='--max-traces=350000' slack=3
        [ "$option" = --db=c.db ] && runs='--max-time=4'
        # shellcheck disable=SC2086
        "$HEDDLE" test -q --out=out --summary=s.json --strategy=por --hunt=off --cutoffs=off $runs $option \
            "$load" >log 2>&1
        same "with '$option'" "$(jq -r --argjson slack $slack '(.traces / 477540) as $truth | .complete or
            (.estimate | .explored_low <= $slack * $truth and $truth <= $slack * .explored_high
            and .seconds_left > 0)' s.json)" true
    done
    # A fast machine is at the end by then.
    if [ -e c.db ]; then
        "$HEDDLE" status c.db >log 2>&1
        check 'status tells no estimate' \
            grep -qE 'by an estimate, in seconds of all workers: about|finished' log
    fi
    auto -DPAIRS=4 "$here/pairs.c"
    same 'where it has ended' "$(jq -c .estimate s.json)" null
    auto --strategy=unfold --max-time=1 -DPAIRS=60 "$here/pairs.c"
    same 'by unfold' "$(jq -c .estimate s.json)" null
}

case_auto_repeats() {
    local jobs n
    for n in 1 2; do
        auto --hunt=on -DREADS=2 "$here/beside_noise.c"
        same 'one finding' "$(jq -r '[.bugs[].kind] | join(" ")' s.json)" assertion
        jq -c 'del(.rss_bytes, .seconds, .solver_seconds, .confirm_seconds, .extension_seconds,
            .bugs[].test, .course, .estimate)' s.json >"again$n"
    done
    check 'the summary is empty' test -s again1
    check 'the second run differs' cmp again1 again2
    for jobs in 2 3; do
        auto --jobs=$jobs -DREADS=2 "$here/beside_noise.c"
        same "one finding, $jobs workers" "$(jq -r '[.bugs[].kind] | join(" ")' s.json)" assertion
        same "complete, $jobs workers" "$(jq -r .complete s.json)" true
    done
}

# Con2colic testing, in the hunt's share, finds early what needs few reads of what others wrote.
case_auto_seeks() {
    auto --hunt=on --stop-at-first -DREADS=4 "$here/beside_noise.c"
    same 'finding' "$(jq -r '[.bugs[] | .kind, .found_by] | join(" ")' s.json)" 'assertion hunt'
    same 'strategies' "$by" 'por of por unfold interference'
    same 'a small part of the work' "$(jq -r '.shares[2].work < 0.15' s.json)" true
}

# The one that gets on more slowly goes where there is not enough for both.
case_auto_in_little_memory() {
    local fibonacci=(--interleave=memory -DSAFE -DN=5 "$top/examples/fibonacci.c") base
    auto --max-traces=1 "${fibonacci[@]}" # loading takes memory, too, the first time
    auto --max-traces=1 "${fibonacci[@]}"
    base=$(jq '.rss_bytes / 1048576 | ceil' s.json)
    auto --max-memory=$((base + 44)) "${fibonacci[@]}"
    same 'decides' "$by" 'por of por unfold'
    same 'complete' "$(jq -r .complete s.json)" true
    same 'what unfold got to' "$(jq -r '.shares[1].states < 12000' s.json)" true
}

# --- what nothing depends on ---

counted() {
    "$HEDDLE" test -q --strategy=por --hunt=off --max-traces=5000 --summary=s.json "$@" "$here/unread.c" \
        >log 2>&1
    jq -r .traces s.json
}

case_unread() {
    local without what
    without=$(counted)
    same 'as many runs as without' "$(counted -DCOUNTS)" "$without"
    for what in BRANCH INDEX FLOWS POINTED DIVIDES COPIED PRINTED RETURNED; do
        check "$what: no more runs than $without" test "$(counted -DCOUNTS -D$what)" -gt "$((2 * without))"
    done
}

# --- threads without end ---

bounded() {
    local want=$1 status=0
    shift
    "$HEDDLE" test -q --summary=s.json "$@" "$here/threads_without_end.c" >log 2>&1 || status=$?
    same "$*: exit status" "$status" "$want"
}

case_threads_bound() {
    local strategy
    for strategy in auto por unfold contextual dpor dfs; do
        [[ $strategy = dfs || $strategy = dpor ]] && set -- 2 || set -- 3
        bounded 5 --strategy=$strategy --max-threads="$1"
        same "$strategy: threads" "$(jq -r .threads_max s.json)" "$(($1 + 1))"
        same "$strategy: bound" "$(jq -r '.bounds[0]' s.json)" "executions in which each thread makes at \
most $1 threads that it does not join, up to a depth of $1"
    done
    bounded 1 --strategy=por --max-threads=3 -DBROKEN=2 --stop-at-first
    bounded 5 --strategy=por --max-threads=2 -DBROKEN=2
    # Threads that were joined do not count, and the rest has finitely many states.
    bounded 0 --strategy=por --max-threads=1 -DJOINED
}

# The default bounds the threads by itself, and says how far it got.
case_threads_deepened() {
    bounded 1 -DBROKEN=3 --stop-at-first
    same 'threads' "$(jq -r '.threads_max <= 5' s.json)" true
    local status=0
    "$HEDDLE" test -q --max-time=5 -DGROWS --summary=s.json "$here/threads_told_apart.c" >log 2>&1 ||
        status=$?
    same 'exit status' "$status" 3
    same 'explored for up to at least 2' "$(jq -r '.threads_explored >= 2' s.json)" true
    same 'no bound of a pass that did not end' "$(jq -r '.bounds | length' s.json)" 0
    check 'the text says so' grep -q "^heddle: explored completely for up to [0-9]* threads: executions" log
    bounded 0 -DJOINED
    same 'none' "$(jq -r .threads_explored s.json)" 0
    bounded 0
    same 'for any number' "$(jq -r '.any_threads != null' s.json)" true
}

# Main goes along its arguments and creates a thread for each character: it comes to their end.
case_any_walks() {
    "$HEDDLE" test -q --max-time=20 --stop-at-first --summary=s.json "$here/threads_by_argument.c" \
        -- "$(printf 'x%.0s' {1..130})" >log 2>&1
    same 'found, not proved' "$(jq -r '[.bugs[0].kind, .any_threads] | @csv' s.json)" '"assertion",'
}

# What keeps a proof for any number of threads away is told, and where nothing does there is one.
case_any_refused() {
    # A proof of the others takes 0.1 to 0.2 s.
    local what seconds=1
    [ -z "${HEDDLE_LONG:-}" ] || seconds=5
    "$HEDDLE" test -q --max-time=20 --summary=s.json "$here/threads_told_apart.c" >log 2>&1
    same 'nothing in the way' "$(jq -r '[.complete, .any_threads != null] | @csv' s.json)" true,true
    for what in INPUT RIGID THREAD_LOCAL INPUT_SHARED; do
        "$HEDDLE" test -q --max-time=20 --summary=s.json -D$what "$here/threads_told_apart.c" >log 2>&1
        same "$what: proved" "$(jq -r '[.complete, .any_threads != null] | @csv' s.json)" true,true
    done
    for what in $(some_of 5 ADDRESS THREAD_LOCAL_ADDRESS AT_END HEAP INPUT_PASSED \
        INPUT_COMPARED LIBRARY_INPUT ENDS_HOLDING SELF SEMAPHORE NESTED CLOCK GROWS MAINS_HEAP COMPARED); do
        "$HEDDLE" test -q --max-time=$seconds --summary=s.json -D$what "$here/threads_told_apart.c" >log 2>&1
        same "$what: proved" "$(jq -r '[.complete, .any_threads != null] | @csv' s.json)" false,false
    done
}

# A counter without a bound may have any value, which the verdict says. An error that only that meets is
# no finding, and no proof is had beside it. Threads that count for ever need no pass with a bound.
case_any_forgets() {
    local what
    for what in COUNTS COUNTS_FOR_EVER KEEPS; do
        "$HEDDLE" test -q --max-time=20 --interleave=memory --checks=no-race -D$what --summary=s.json \
            "$here/threads_that_count.c" >log 2>&1
        same "$what: proved" "$(jq -r '[.complete, .any_threads != null] | @csv' s.json)" true,true
        same "$what: any value" "$(jq -r '.any_threads | test("with any value of count$")' s.json)" \
            "$([ $what = KEEPS ] && echo false || echo true)"
    done
    for what in READS_TWICE KEEPS_TOO_MUCH; do
        "$HEDDLE" test -q --max-time=1 --interleave=memory --checks=no-race -D$what --summary=s.json \
            "$here/threads_that_count.c" >log 2>&1 || true
        same "$what: proved" "$(jq -r '[.complete, .any_threads] | @csv' s.json)" false,
    done
    "$HEDDLE" test -q --max-time=20 --interleave=memory --checks=no-race -DREADS_TWICE --max-threads=2 \
        --summary=s.json "$here/threads_that_count.c" >log 2>&1 || true
    same 'not a finding' "$(jq -r '.bugs | length' s.json)" 0
}

suite "$@"
