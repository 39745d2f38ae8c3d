#!/bin/bash
# The examples have known answers: each line of the table below is one run of the engine with what must come out
# of it, both with the default options and with every maximal configuration explored once. Every test that a run writes is replayed and must reproduce its finding (exit status 1).
# Usage: run.sh [NAME...]     only the lines of these files (without .c)
# Environment: HEDDLE (the executable)
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
HEDDLE=${HEDDLE:-$top/build/heddle}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; echo "0 passed, 1 failed"; exit 1; }

# file | options | exit status | kinds of bugs, sorted | traces, - where not known by hand | bugs: kind:TEXT of the
# source line, which must all be among those found
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
lost_signal     |                              | 1 | deadlock       | 3 |
lost_signal     | --interleave=memory          | 1 | deadlock       | 3 |
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
wait_on_input   |                              | 1 | deadlock       | 4 |
wait_on_input   | --interleave=memory          | 1 | deadlock       | 4 |
wait_on_input   | -DFIXED                      | 0 |                | 3 |
EOF
}

passed=0 failed=0
trim() { local s=$1; s=${s#"${s%%[![:space:]]*}"}; echo "${s%"${s##*[![:space:]]}"}"; }
failure() {
    echo "FAIL $name $options: $1"
    bad=1
}

# $1: exact (no cut-offs, optimal alternatives: every maximal configuration once) or default.
run_line() {
    local mode=$1 strategy=
    [ "$mode" = default ] || strategy='--cutoffs=off --alternatives=optimal'
    local file=$top/examples/$name.c summary=$work/summary.json out=$work/out status verdict kind text found line
    rm -rf "$summary" "$out"
    # The options are words, and none holds a blank.
    # shellcheck disable=SC2086
    timeout 120 "$HEDDLE" test --quiet --out="$out" --summary="$summary" $strategy $options "$file" >"$work/log" 2>&1
    status=$?
    if [ "$status" -ne "$expected" ]; then
        failure "exit status $status, expected $expected: $(tail -n 2 "$work/log" | tr '\n' ' ')"
        return
    fi
    verdict=$(jq -r '.verdict' "$summary") || verdict='no summary'
    case "$expected $verdict" in
    '0 safe' | '1 bug') ;;
    *) failure "verdict $verdict with exit status $status" ;;
    esac
    [ "$(jq '.complete' "$summary")" = true ] || failure "not explored completely: $(jq -c '.incomplete' "$summary")"
    [ "$mode" = default ] || [ "$(jq '.redundant' "$summary")" -eq 0 ] || failure "$(jq '.redundant' "$summary") redundant runs"
    found=$(jq -r '[.bugs[].kind] | unique | join(" ")' "$summary")
    [ "$found" = "$kinds" ] || failure "found '$found', expected '$kinds'"
    if [ "$mode" = exact ] && [ "$traces" != - ] && [ "$(jq '.traces' "$summary")" -ne "$traces" ]; then
        failure "$(jq '.traces' "$summary") traces, expected $traces"
    fi
    # What a place says: "kind:text kind:text"; a text goes up to the next kind.
    local rest=$places
    while [ -n "$rest" ]; do
        kind=${rest%%:*} text=${rest#*:}
        if [[ $text =~ ^(.*)\ (assertion|race|memory|deadlock):(.*)$ ]]; then
            rest="${BASH_REMATCH[2]}:${BASH_REMATCH[3]}" text=${BASH_REMATCH[1]}
        else
            rest=
        fi
        line=$(grep -nF -- "$text" "$file" | head -n 1 | cut -d: -f1)
        jq -e --arg kind "$kind" --argjson line "${line:-0}" \
            'any(.bugs[]; .kind == $kind and (.line == $line or .other.line? == $line))' "$summary" >/dev/null ||
            failure "no $kind at line ${line:-?} ($text); there are $(jq -c '[.bugs[] | "\(.kind):\(.line)"]' "$summary")"
    done
    while IFS= read -r found; do
        [ -n "$found" ] || continue
        "$HEDDLE" replay "$found" >"$work/replay" 2>&1
        status=$?
        [ "$status" -eq 1 ] || failure "replay of $(basename "$found") ended with $status: $(tail -n 1 "$work/replay")"
    done < <(jq -r '.bugs[].test // empty' "$summary")
}

while IFS='|' read -r name options expected kinds traces places; do
    name=$(trim "$name") options=$(trim "$options") expected=$(trim "$expected") kinds=$(trim "$kinds")
    traces=$(trim "$traces") places=$(trim "$places")
    if [ $# -gt 0 ] && [[ " $* " != *" $name "* ]]; then continue; fi
    bad=0
    run_line exact
    run_line default
    if [ "$bad" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done < <(table)

# No example without an answer.
if [ $# -eq 0 ]; then
    for file in "$top"/examples/*.c; do
        name=$(basename "$file" .c)
        table | grep -q "^$name " || {
            echo "FAIL $name: not in the table"
            failed=$((failed + 1))
        }
    done
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
