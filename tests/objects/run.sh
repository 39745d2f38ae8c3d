#!/bin/bash
# How many traces programs over one kind of object have: one for each order of its dependent operations and each
# choice, derived by hand. Where a line says so, brute force must meet the same number of events.
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
condition  |                          |  4 | 0 | yes
condition_two |                       | 20 | 1 | yes
joined     |                          | 13 | 0 | yes
joined     | -DDEADLOCK               | 13 | 1 | no
joined     | -DN=40                   | 33 | 0 | no
T
}

passed=0 failed=0
trim() { local s=$1; s=${s#"${s%%[![:space:]]*}"}; echo "${s%"${s##*[![:space:]]}"}"; }
explore() {
    # The options are words, and none holds a blank.
    # shellcheck disable=SC2086
    timeout 120 "$HEDDLE" test --quiet --cutoffs=off --alternatives=optimal "--strategy=$1" --out="$work/out" --summary="$work/$1.json" $options "$here/$name.c" >"$work/log" 2>&1
}
while IFS='|' read -r name options traces expected brute; do
    name=$(trim "$name") options=$(trim "$options") traces=$(trim "$traces") expected=$(trim "$expected") brute=$(trim "$brute")
    if [ $# -gt 0 ] && [[ " $* " != *" $name "* ]]; then continue; fi
    problem=
    explore por
    status=$?
    got=$(jq .traces "$work/por.json")
    [ "$status" -eq "$expected" ] || problem="exit status $status, expected $expected: $(tail -n 2 "$work/log" | tr '\n' ' ')"
    [ "$traces" = - ] || [ "$got" = "$traces" ] || problem="$problem $got traces, expected $traces"
    [ "$(jq .redundant "$work/por.json")" = 0 ] || problem="$problem redundant runs"
    [ "$(jq .complete "$work/por.json")" = true ] || problem="$problem incomplete"
    if [ "$brute" = yes ] && [ -z "$problem" ]; then
        explore dfs
        [ "$(jq .complete "$work/dfs.json")" = true ] || problem="brute force did not finish"
        [ "$(jq .events "$work/dfs.json")" = "$(jq .events "$work/por.json")" ] ||
            problem="$(jq .events "$work/por.json") events, brute force meets $(jq .events "$work/dfs.json")"
    fi
    if [ -z "$problem" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name $options: $problem"
    fi
done < <(table)

# With cut-offs it makes no difference what orders the turns: the same events and cut-offs for each kind of object.
for kind in MUTEX SPIN SEM RW PIPE SECTION; do
    [ $# -gt 0 ] && continue
    events=187
    [ $kind = SECTION ] && events=127 # one event a turn, not two
    "$HEDDLE" test --quiet --out="$work/out" --summary="$work/turns.json" "-D$kind" "$here/turns.c" >"$work/log" 2>&1
    got=$(jq -c '[.verdict, .events, .cutoffs]' "$work/turns.json")
    if [ "$got" = "[\"safe\",$events,40]" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL turns -D$kind with cut-offs: $got"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
