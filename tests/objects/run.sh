#!/bin/bash
# How many traces programs over one kind of object have: one for each order of its dependent operations and
# each choice, derived by hand. Where a line says so, brute force must meet the same number of events.
# A program NAME.c, with all its lines, is the case NAME.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# program | options | traces | exit status | brute force: yes where it is fast, long: with HEDDLE_LONG
table() {
    cat <<'T'
locks      |                          |  6 | 0 | no
locks      | -DN=2                    |  2 | 0 | yes
locks      | -DOWN                    |  1 | 0 | no
locks      | -DSPIN                   |  6 | 0 | no
locks      | -DROBUST                 |  6 | 0 | no
locks      | -DROBUST -DN=2           |  2 | 0 | yes
locks      | -DTRY                    |  1 | 0 | no
atomics_in_one_struct |               |  1 | 0 | yes
rwlock     |                          |  1 | 0 | no
rwlock     | -DREADERS=2 -DWRITERS=1  |  4 | 0 | no
rwlock     | -DREADERS=1 -DWRITERS=1  |  2 | 0 | yes
rwlock     | -DREADERS=0 -DWRITERS=3  |  6 | 0 | no
rwlock     | -DREADERS=3 -DWRITERS=1  |  8 | 0 | no
rwlock     | -DREADERS=1 -DWRITERS=2  |  6 | 0 | no
semaphore  |                          |  1 | 0 | yes
semaphore  | -DPOSTS=4                |  1 | 0 | no
semaphore  | -DLOOK                   |  4 | 0 | yes
semaphore  | -DPOSTS=3 -DLOCK -DINITIAL=1 | 6 | 0 | no
semaphore  | -DPOSTS=1 -DWAITS=1      |  1 | 0 | yes
semaphore  | -DPOSTS=1 -DWAITS=1 -DINITIAL=1 | 2 | 0 | yes
barrier    |                          |  2 | 0 | yes
barrier    | -DN=3                    |  3 | 0 | no
barrier    | -DN=4                    |  4 | 0 | no
barrier    | -DROUNDS=3               |  8 | 0 | yes
barrier    | -DN=3 -DROUNDS=2         |  9 | 0 | no
barrier    | -DWAVES=2                |  4 | 0 | yes
barrier    | -DN=2 -DCOUNT=1          |  2 | 0 | yes
barrier    | -DN=3 -DCOUNT=2          | 12 | 1 | no
barrier    | -DN=4 -DCOUNT=2          | 96 | 0 | no
once       | -DN=2                    |  2 | 0 | yes
once       |                          |  3 | 0 | no
once       | -DN=5                    |  5 | 0 | no
condition  | --no-spurious-wakeups    |  4 | 0 | yes
condition  |                          |  7 | 0 | yes
condition_two | --no-spurious-wakeups | 20 | 1 | yes
condition_two |                       | 101 | 1 | yes
joined     | -DN=14                   |  7 | 0 | yes
joined     |                          | 13 | 0 | long
joined     | -DDEADLOCK               | 13 | 1 | no
joined     | -DN=40                   | 33 | 0 | no
taken_away |                          |  3 | 1 | yes
taken_away | -DN=2                    | 14 | 1 | yes
taken_away | -DN=3                    | 90 | 1 | no
T
}

names() {
    row_names
    echo turns
}
one() { if [ "$1" = turns ]; then turns; else each_row "$1" check_row; fi; }

explore() {
    # The options are words, and none holds a blank.
    # shellcheck disable=SC2086
    timeout 120 "$HEDDLE" test --quiet --cutoffs=off --alternatives=optimal "--strategy=$1" --out=out \
        --summary=summary $options "$here/$name.c" >log 2>&1
}
check_row() {
    local options=$1 traces=$2 expected=$3 brute=$4 problem= status got redundant complete events all
    if [ "$brute" = long ] && [ -n "${HEDDLE_LONG:-}" ]; then brute=yes; fi
    explore por
    status=$?
    read -r got redundant complete events < <(
        jq -r '"\(.traces) \(.redundant) \(.complete) \(.events)"' summary
    )
    [ "$status" -eq "$expected" ] ||
        problem="exit status $status, expected $expected: $(tail -n 2 log | tr '\n' ' ')"
    [ "$traces" = - ] || [ "$got" = "$traces" ] || problem="$problem $got traces, expected $traces"
    [ "$redundant" = 0 ] || problem="$problem redundant runs"
    [ "$complete" = true ] || problem="$problem incomplete"
    if [ "$brute" = yes ] && [ -z "$problem" ]; then
        explore dfs
        read -r all complete < <(jq -r '"\(.events) \(.complete)"' summary)
        [ "$complete" = true ] || problem="brute force did not finish"
        [ "$all" = "$events" ] || problem="$problem $events events, brute force meets $all"
    fi
    if [ -z "$problem" ]; then good; else bad "$options: $problem"; fi
}

# With cut-offs it makes no difference what orders the turns: the same events and cut-offs for each kind of
# object.
turns() {
    local kind events
    for kind in MUTEX SPIN SEM RW PIPE SECTION; do
        events=187
        [ $kind = SECTION ] && events=127 # one event a turn, not two
        timeout 120 "$HEDDLE" test --quiet --out=out --summary=summary "-D$kind" "$here/turns.c" >log 2>&1
        same "-D$kind with cut-offs" "$(jq -c '[.verdict, .events, .cutoffs]' summary)" \
            "[\"safe\",$events,40]"
    done
}

suite "$@"
