#!/bin/bash
# The examples have known answers: each line of the table below is one run of the engine with what must come
# out of it, both with the default options and with every maximal configuration explored once. Every test that
# a run writes is replayed and must reproduce its finding (exit status 1). An example NAME.c, with all its
# lines, is the case NAME.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# file | options | exit status | kinds of bugs, sorted | traces, - where not known by hand | bugs: kind:TEXT
# of the source line, which must all be among those found
table() {
    cat <<'EOF'
account         |                              | 1 | assertion race | - | assertion:== 200 race:to->balance +=
account         | --interleave=memory          | 1 | assertion      | - | assertion:== 200
account         | -DFIXED                      | 0 |                | - |
account         | -DFIXED --interleave=memory  | 0 |                | - |
addall          |                              | 1 | assertion      | - | assertion:v->size >= v->count
addall          | --interleave=memory          | 1 | assertion      | - | assertion:v->size >= v->count
bluetooth       |                              | 1 | assertion      | - | assertion:the device is there
bluetooth       | --interleave=memory          | 1 | assertion      | - | assertion:the device is there
bluetooth       | -DFIXED                      | 0 |                | - |
bounded_buffer  |                              | 0 |                | - |
bounded_buffer  | --interleave=memory          | 0 |                | - |
bounded_buffer  | -DITEMS=4                    | 0 |                | - |
circular_buffer |                              | 0 |                | 20 |
circular_buffer | --interleave=memory          | 0 |                | 20 |
circular_buffer | -DBUG                        | 1 | assertion      | 20 | assertion:expected++
dekker          |                              | 1 | race           | - |
dekker          | --interleave=memory          | 0 |                | - |
fibonacci       | --interleave=memory          | 1 | assertion      | 1698 | assertion:last_i < bound
fibonacci       | --interleave=memory -DSAFE   | 0 |                | 1698 |
fibonacci       | --interleave=memory -DSAFE -DJOIN | 0 |           | 141 |
fibonacci       | --interleave=memory -DSAFE -DN=4 | 0 |            | 19605 |
fibonacci       | --interleave=memory -DSAFE -DN=4 -DJOIN | 0 |     | 1107 |
fibonacci       | --interleave=memory -DN=4 -DJOIN | 1 | assertion  | 1107 | assertion:last_i < bound
fibonacci       |                              | 1 | assertion race | - |
indexer         | -DTHREADS=8                  | 0 |                | 1 |
indexer         |                              | 0 |                | 1 |
indexer         | -DTHREADS=12                 | 0 |                | 8 |
indexer         | -DTHREADS=12 --interleave=memory | 0 |            | 8 |
indexer         | -DTHREADS=13                 | 0 |                | 64 |
lazy_init       |                              | 1 | assertion      | - | assertion:created == 1
lazy_init       | --interleave=memory          | 1 | assertion      | - | assertion:created == 1
lazy_init       | -DFIXED                      | 0 |                | - |
lost_signal     |                              | 1 | deadlock       | 6 |
lost_signal     | --interleave=memory          | 1 | deadlock       | 6 |
lost_signal     | --no-spurious-wakeups        | 1 | deadlock       | 3 |
lost_signal     | -DFIXED                      | 0 |                | 2 |
lost_update     |                              | 1 | assertion      | 6 | assertion:counter == 2
lost_update     | --interleave=memory          | 1 | assertion      | 6 | assertion:counter == 2
lost_update     | -DFIXED                      | 0 |                | 2 |
parser_feed     |                              | 1 | memory         | - | memory:record[i] =
parser_feed     | --interleave=memory          | 1 | memory         | - | memory:record[i] =
parser_feed     | -DFIXED                      | 0 |                | - |
peterson        |                              | 0 |                | - |
peterson        | --interleave=memory          | 0 |                | - |
peterson        | -DBROKEN                     | 1 | assertion      | - | assertion:fetch_add(&inside
philosophers    |                              | 1 | deadlock       | 7 |
philosophers    | --interleave=memory          | 1 | deadlock       | 7 |
philosophers    | -DN=4                        | 1 | deadlock       | 15 |
philosophers    | -DFIXED                      | 0 |                | 6 |
read_read_write |                              | 1 | assertion      | 4 | assertion:seen[0] == seen[1]
read_read_write | -DSAFE -DREADERS=6           | 0 |                | 64 |
read_read_write | -DSAFE -DREADERS=6 --interleave=memory | 0 |      | 64 |
reorder         |                              | 1 | assertion race | - | assertion:seen_a + seen_b
reorder         | --interleave=memory          | 1 | assertion      | - | assertion:seen_a + seen_b
reorder         | -DFIXED                      | 0 |                | 6 |
stateful        |                              | 0 |                | 3 |
stateful        | --interleave=memory          | 0 |                | 3 |
stateful        | -DORDER                      | 1 | assertion      | 3 | assertion:second == 21
stores_and_branch |                            | 0 |                | 5 |
stores_and_branch | --interleave=memory        | 0 |                | 5 |
stores_and_branch | -DWRONG                    | 1 | assertion      | 5 | assertion:c == 3);
symbolic_index  |                              | 1 | memory         | - | memory:table[index]
symbolic_index  | --interleave=memory          | 1 | memory         | - | memory:table[index]
szymanski       |                              | 0 |                | - |
szymanski       | --interleave=memory          | 0 |                | - |
szymanski       | -DBROKEN                     | 1 | assertion      | - | assertion:fetch_add(&inside
two_stage       |                              | 1 | assertion      | 3 | assertion:second == seen + 1
two_stage       | --interleave=memory          | 1 | assertion      | 3 | assertion:second == seen + 1
two_stage       | -DFIXED                      | 0 |                | 2 |
wait_on_input   |                              | 1 | deadlock       | 7 |
wait_on_input   | --interleave=memory          | 1 | deadlock       | 7 |
wait_on_input   | -DFIXED                      | 0 |                | 5 |
wait_on_input   | --no-spurious-wakeups        | 1 | deadlock       | 4 |
wait_on_input   | --no-spurious-wakeups --interleave=memory | 1 | deadlock | 4 |
wait_on_input   | --no-spurious-wakeups -DFIXED | 0 |               | 3 |
EOF
}

# Every example: one without an answer in the table fails.
names() { (cd "$top/examples" && printf '%s\n' *.c | sed 's/\.c$//'); }
one() {
    row=0
    each_row "$1" check_row
    [ "$row" -gt 0 ] || bad 'not in the table'
}

# One line of the table, both ways.
check_row() {
    local options=$1 expected=$2 kinds=$3 traces=$4 places=${5:-} before=$failed
    row=$((row + 1))
    explore exact --cutoffs=off --alternatives=optimal
    explore default
    [ "$failed" -gt "$before" ] || good
}
wrong() { bad "$options ($mode): $*"; }

# explore MODE OPTIONS…: the run and everything that is known of it; what is counted, only for MODE exact.
explore() {
    local mode=$1 status verdict complete redundant found count test
    shift
    rm -rf summary out
    # The options are words, and none holds a blank.
    # shellcheck disable=SC2086
    timeout 120 "$HEDDLE" test --quiet --out=out --summary=summary "$@" $options "$top/examples/$name.c" \
        >log 2>&1
    status=$?
    if [ "$status" -ne "$expected" ]; then
        wrong "exit status $status, expected $expected: $(tail -n 2 log | tr '\n' ' ')"
        return
    fi
    IFS='|' read -r verdict complete redundant count found < <(
        jq -r '[.verdict, .complete, .redundant, .traces, ([.bugs[].kind] | unique | join(" "))]
            | map(tostring) | join("|")' summary
    )
    case "$expected $verdict" in
    '0 safe' | '1 bug') ;;
    *) wrong "verdict ${verdict:-missing} with exit status $status" ;;
    esac
    [ "$complete" = true ] || wrong "not explored completely: $(jq -c '.incomplete' summary)"
    [ "$found" = "$kinds" ] || wrong "found '$found', expected '$kinds'"
    if [ "$mode" = exact ]; then
        [ "$redundant" -eq 0 ] || wrong "$redundant redundant runs"
        [ "$traces" = - ] || [ "$count" -eq "$traces" ] || wrong "$count traces, expected $traces"
    fi
    check_places
    [ "$expected" -eq 1 ] || return 0
    while IFS= read -r test; do
        timeout 60 "$HEDDLE" replay --quiet "$test" >replay 2>&1
        status=$?
        [ "$status" -eq 1 ] || wrong "replay of $(basename "$test") ended with $status: $(tail -n 1 replay)"
    done < <(jq -r '.bugs[].test // empty' summary)
}

# Each of "kind:text kind:text" is among what was found; a text goes up to the next kind.
check_places() {
    local rest=$places kind text line
    while [ -n "$rest" ]; do
        kind=${rest%%:*} text=${rest#*:}
        if [[ $text =~ ^(.*)\ (assertion|race|memory|deadlock):(.*)$ ]]; then
            rest="${BASH_REMATCH[2]}:${BASH_REMATCH[3]}" text=${BASH_REMATCH[1]}
        else
            rest=
        fi
        line=$(grep -nF -- "$text" "$top/examples/$name.c" | head -n 1 | cut -d: -f1)
        jq -e --arg kind "$kind" --argjson line "${line:-0}" \
            'any(.bugs[]; .kind == $kind and (.line == $line or .other.line? == $line))' summary >/dev/null ||
            wrong "no $kind at line ${line:-?} ($text); there are" \
                "$(jq -c '[.bugs[] | "\(.kind):\(.line)"]' summary)"
    done
}

suite "$@"
