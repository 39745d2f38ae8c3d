#!/bin/bash
# Bounded interference: the bugs that `sequential` finds by the number of reads of what the other thread wrote
# (k), its sequential program's size, paths and time, beside the time of `por` and `interference`. Programs
# and their known answers: sequential/*.c, examples/bluetooth.c. Each one is explored without its bug, too.
# Usage: run-sequential.sh [SECONDS]     the limit of one exploration (30)
# Environment: HEDDLE, ONLY (a pattern of programs, such as 'vector*'), BOUND (the greatest k: 3)
# Exit status: 1 where bugs need other k than are known, or where a program without its bug has a finding.
# Where there is no strategy `sequential`, only the others are measured, and nothing is known to be wrong but
# findings in programs without a bug.
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
limit=${1:-30}
bound=${BOUND:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }
wrong=0
others=(por "interference --bound=$bound")
there=yes
"$HEDDLE" test --help | grep -qw sequential || {
    there=no
    echo "there is no strategy \`sequential\` in $HEDDLE: its columns are empty"
    echo
}

# complain TEXT: a result that is wrong, told after the row (this may be a subshell).
complain() { echo "$name: $1" >>"$work/wrong"; }
# explore OPTION...: one exploration; its summary is s.json, or there is none.
explore() {
    rm -f "$work/s.json"
    "$HEDDLE" test -q --max-time="$limit" --checks=no-race --interleave=memory --out="$work/out" \
        --summary="$work/s.json" "$@" >"$work/log" 2>&1
    [ -f "$work/s.json" ] && return
    complain "no summary: $(tail -n 1 "$work/log")"
    return 1
}
number() { jq -r "$1" "$work/s.json"; }
# Seconds until the end, or - where a limit came first.
end() { number 'if .halt_reason == "finished" then .seconds * 100 | round / 100 else "-" end'; }
# both OPTION...: one exploration up to the first bug, then one to the end, which leaves its summary; prints
# the seconds of both, - where it does not get there. What has no bug is the same in both.
both() {
    local first
    explore --stop-at-first "$@" || return
    first=$(number 'if .bugs == [] then "-" else .seconds * 100 | round / 100 end')
    [ "$first" = - ] || explore "$@" || return
    echo "$first / $(end)"
}

# program | inputs | k of its bugs
programs() {
    cat <<'T'
bluetooth    | 0 | 2
account      | 2 | 1
meeting      | 2 | 1
vector1      | 1 | 2
vector2      | 1 | 2
vector3      | 1 | 2
stack1       | 0 | 2
stack2       | 2 | 2
stack3       | 1 | 2
hashset      | 1 | 1
stringbuffer | 1 | 1
series       | 0 | 1
sor          | 1 | 2
ray          | 0 | 1
ftpnet       | 2 | 1 1
mutual       | 0 | 1
T
}

# lines FILE: with those of the headers beside it that it includes.
lines() {
    local header
    {
        cat "$1"
        sed -n 's/^#include "\(.*\)"/\1/p' "$1" | while read -r header; do lines "${1%/*}/$header" text; done
    } | if [ $# -gt 1 ]; then cat; else wc -l; fi
}

# without_bug FILE: the seconds of each strategy on the program without its bug.
without_bug() {
    local strategy separator=
    for strategy in "${strategies[@]}"; do
        # shellcheck disable=SC2086
        explore --strategy=$strategy -DFIXED "$1" || continue
        printf '%s%s' "$separator" "$(end)"
        separator=', '
        [ "$(number '.bugs | length')" = 0 ] || complain "$strategy: a finding in the program without its bug"
    done
}

# row NAME INPUTS KNOWN
row() {
    local name=$1 inputs=$2 known=$3 file=$here/sequential/$1.c found='' times=() strategy fixed
    local sequential='- | - | - | -' strategies=("${others[@]}") k of bugs=()
    [ -f "$file" ] || file=$here/../examples/$1.c
    : >"$work/wrong"
    for strategy in "${others[@]}"; do
        # shellcheck disable=SC2086
        times+=("$(both --strategy=$strategy "$file")")
    done
    for ((k = 1; k <= bound; k++)); do bugs+=('- | '); done
    if [ $there = yes ]; then
        strategies=("sequential --bound=$bound" "${others[@]}")
        seconds=$(both --strategy=sequential --bound="$bound" "$file")
        if [ -f "$work/s.json" ]; then
            found=$(number '[.bugs[] | .interferences // [] | length | tostring] | sort | join(" ")')
            [ "$found" = "$known" ] || complain "bugs are found at k = ${found:-none}, not $known"
            for ((k = 1; k <= bound; k++)); do
                of=".bugs[] | select((.interferences // [] | length) == $k)"
                bugs[k - 1]=$(number "[$of] | length")' | '
            done
            sequential=$(number '[.sequential_size.before, .sequential_size.after,
                ([.sequential[]?.paths] | add)] | map(. // "-") | join(" | ")')
            sequential+=" | $seconds"
        fi
    fi
    fixed=$(without_bug "$file")
    printf '| %s | %s | %s | ' "$name" "$(lines "$file")" "$inputs"
    printf '%s' "${bugs[@]}"
    printf '%s | %s | %s | %s | %s |\n' "$sequential" "${times[0]}" "${times[1]}" "$known" "$fixed"
    [ -s "$work/wrong" ] || return
    cat "$work/wrong"
    wrong=1
}

columns='' rule=''
for ((k = 1; k <= bound; k++)); do columns+="k = $k | " rule+='--- | '; done
cat <<T
Size: LLVM instructions; seconds: to the first bug / to the end; fixed: seconds to the end without the bug
($([ $there = no ] || echo 'sequential, ')por, interference)

| program | lines | inputs | ${columns}size | after | paths | seconds | por | interf. | \
known | fixed |
| --- | --- | --- | $rule--- | --- | --- | --- | --- | --- | --- | --- |
T
while IFS='|' read -r name inputs known; do
    read -r name <<<"$name"
    read -r inputs <<<"$inputs"
    read -r known <<<"$known"
    # shellcheck disable=SC2053
    [[ $name == ${ONLY:-*} ]] && row "$name" "$inputs" "$known"
done < <(programs)
exit $wrong
