#!/bin/bash
# Con2colic testing: what `interference` covers with how many interferences, which bugs it finds and how it
# ends, beside the time that other strategies take until the first bug and until the end (without compiling);
# then what its guidance is worth on one program. Programs and their known answers: interference/*.c.
# Usage: run-interference.sh [SECONDS]     the limit of one exploration (30)
# Environment: HEDDLE, ONLY (a pattern of programs, such as 'art*'; 'guidance' for the second table)
# Exit status: 1 where a program that has a bug is called safe, or one that has none has a finding, or where a
# finding needs another number of interferences than is known.
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
limit=${1:-30}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }
wrong=0

# explore OPTION...: one exploration; its summary is s.json, or there is none.
explore() {
    rm -f "$work/s.json"
    "$HEDDLE" test -q --max-time="$limit" --out="$work/out" --summary="$work/s.json" "$@" >"$work/log" 2>&1
    [ -f "$work/s.json" ] && return
    echo "no summary: $(tail -n 1 "$work/log")"
    wrong=1
    return 1
}
# both OPTION...: one exploration up to the first bug, then one to the end, which leaves its summary; sets
# first and end, with - where it does not get there. What has no bug is the same in both.
both() {
    explore --stop-at-first "$@" || return
    first=$(jq -r 'if .bugs == [] then "-" else .seconds * 100 | round / 100 end' "$work/s.json")
    [ "$first" = - ] || explore "$@" || return
    end=$(jq -r 'if .halt_reason == "finished" then .seconds * 100 | round / 100 else "-" end' "$work/s.json")
}

# program | options | bytes of inputs | interferences that its bugs need (none: there is none)
programs() {
    cat <<'T'
bluetooth  |                        | 0  | 2
sor        |                        | 4  | 3
ctrace_a   |                        | 7  | 1
ctrace_b   |                        | 12 | 5 9
apache_log |                        | 8  | 1 1
apache_ftp |                        | 6  | 1
apache_ftp | -DJOINED               | 6  | 1
splay      |                        | 2  |
aget       |                        | 7  | 0 1
rbtree     |                        | 2  |
pfscan     |                        | 2  | 4
pfscan     | -DFILES=2              | 3  | 5
pfscan     | -DINPUTS=3             | 4  | 4
pfscan     | -DINPUTS=3 -DASSUME    | 4  | 4
art        | -DTHREADS=2            | 8  | 0 1
art        | -DTHREADS=3            | 12 | 0 1 2
art        | -DTHREADS=4            | 16 | 0 1 2 3
art        | -DTHREADS=5            | 20 | 0 1 2 3 4
T
}

# row PROGRAM OPTIONS INPUTS KNOWN. A finding that a run meets after its scenario is told with no
# interferences.
row() {
    local name=$1 options=$2 inputs=$3 known=$4 file=$here/interference/$1.c
    local first end random strategies=() s
    [ -f "$file" ] || file=$here/../examples/$1.c
    # shellcheck disable=SC2206
    options=($options)
    # Random schedules have no end.
    explore --strategy=random --stop-at-first "${options[@]}" "$file" || return
    random=$(jq -r 'if .bugs == [] then "-" else .seconds * 100 | round / 100 end' "$work/s.json")
    for s in por unfold; do
        both --strategy=$s "${options[@]}" "$file" && strategies+=("$first / $end")
    done
    both --strategy=interference "${options[@]}" "$file" || return
    jq -r --arg name "$name${options[*]:+ ${options[*]}}" --arg inputs "$inputs" \
        --arg times "$first / $end" --args '
        def bug: if .bugs == [] then "no" else ([.bugs[].kind] | unique | join(" ")) + ": " +
            ([.bugs[] | (.interferences // []) | length | tostring] | sort | join(", ")) end;
        def how: if .halt_reason != "finished" then "limit"
            elif (.bounds | join(" ") | test("full coverage:")) then "full"
            elif (.bounds | join(" ") | test("with at most")) then "maximum (bound)"
            else "maximum" end;
        [$name, .threads_max, $inputs, .branches_total, ([.interferences[].covered] | join(" + ")), bug,
            ([.interferences[].candidates] | add), how, $times,
            $ARGS.positional[]] | "| \(join(" | ")) |"' "${strategies[@]}" "$random" <"$work/s.json"
    if [ -z "$known" ] && [ "$(jq '.bugs | length' "$work/s.json")" != 0 ]; then
        echo "$name: a finding in a program without a bug"
        wrong=1
    elif [ -n "$known" ] && jq -e '.halt_reason == "finished" and .bugs == []' "$work/s.json" >/dev/null; then
        echo "$name: no finding"
        wrong=1
    fi
    while read -r needs; do
        [[ " 0 $known " == *" $needs "* ]] && continue
        echo "$name: a finding needs $needs, not $known"
        wrong=1
    done < <(jq '.bugs[] | (.interferences // []) | length' "$work/s.json")
}

cat <<'T'
Seconds: to the first bug / to the end

| program | threads | inputs | sides | covered | bugs | candidates | end | interfer. | por | unfold | random |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
T
while IFS='|' read -r name options inputs known; do
    read -r name <<<"$name"
    read -r options <<<"$options"
    read -r inputs <<<"$inputs"
    read -r known <<<"$known"
    # shellcheck disable=SC2053
    [[ $name == ${ONLY:-*} ]] && row "$name" "$options" "$inputs" "$known"
done < <(programs)

# guidance UNIQUE PRIORITY CORES LIST: a row of the second table. With no-stop the search explores alone; the
# program has sides that nothing covers, so that it never stops at full coverage.
guidance() {
    local first end
    local options=(--strategy=interference --guidance="${4:+$4,}no-stop" "$here/interference/pfscan.c")
    both "${options[@]}" || return
    jq -r --arg unique "$1" --arg priority "$2" --arg cores "$3" --arg first "$first" '
        [$cores, $priority, $unique, $first, "\(.branches_covered) of \(.branches_total)",
            (.interferences | length - 1), "\(if .halt_reason == "finished" then "" else "> " end)\(.seconds *
            100 | round / 100)", ([.interferences[].candidates] | add),
            (([.interferences[].candidates] | add) / .seconds | round)] | "| \(join(" | ")) |"' "$work/s.json"
}
# shellcheck disable=SC2053
if [[ guidance == ${ONLY:-*} ]]; then
    echo
    echo '| cores | priority | unique | first bug | covered | last degree | seconds | candidates | a second |'
    echo '| --- | --- | --- | --- | --- | --- | --- | --- | --- |'
    for unique in no yes; do
        for priority in no yes; do
            for cores in no yes; do
                list=$([ $cores = yes ] || echo no-cores)
                [ $priority = yes ] || list=${list:+$list,}no-priority
                [ $unique = yes ] || list=${list:+$list,}no-unique
                guidance $unique $priority $cores "$list"
            done
        done
    done
fi
exit $wrong
