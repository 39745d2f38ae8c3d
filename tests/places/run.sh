#!/bin/bash
# heddle diff on random pairs of versions that assert the same text at several places of a function: it finds
# in the new version what heddle test finds there, and tells of each finding by its place, whether it is new,
# still there or gone. Which assertion of one version is which of the other is known, since the generator of
# the oracle names them in comments, id_N (tests/oracle/statements_repeated.c); one whose text is the only one
# of its function in both versions counts as the same, too. A case is a range of seeds, FIRST-LAST; pairs that
# take long are passed over.
# HEDDLE_LONG=N: N times 500 pairs instead of a third of 36.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

names() {
    local first last count=36 step=6 offset times=${HEDDLE_LONG:-}
    offset=$(first_seed)
    if [ -n "$times" ]; then
        [[ $times =~ ^[1-9][0-9]*$ ]] || times=1
        count=$((500 * times)) step=50
    fi
    read -r first last < <(part_of "$count" 3)
    for (( ; first <= last; first += step)); do
        echo "$((offset + first))-$((offset + first + step - 1))"
    done
}
is_case() { [[ $1 =~ ^[0-9]+-[0-9]+$ ]]; }

# lines SUMMARY: of the assertions that were found to fail, sorted.
lines() { jq -r '.bugs[] | select(.kind == "assertion") | .line' "$1" | sort -un; }

# claims FILE LINE…: of each line that has a named assertion: the line, its name, the function and the text,
# whether that is the only one there; without blanks within a field.
claims() {
    awk -v wanted=" ${*:2} " '
    /^static .*\) \{$/ { f = $0; gsub(/ /, "", f) }
    /\/\* id_[0-9]+ \*\// {
        text = $0
        sub(/;[^;]*$/, "", text); sub(/.*assert\(/, "", text); gsub(/ /, "", text)
        key[NR] = f "/" text; id[NR] = $(NF - 1); count[key[NR]]++
    }
    END { for (k in key) if (index(wanted, " " k " ")) print k, id[k], key[k], count[key[k]] == 1 }' "$1" |
        sort -n
}

# expected: what is to be told, of the named assertions that fail (./old and ./new, as claims prints them).
expected() {
    awk '
    function same(a, b) { return key[a] == key[b] && (id[a] == id[b] || (one[a] && one[b])) }
    { at = (FILENAME == "old" ? "old" : "new") " " $1; all[at]; id[at] = $2; key[at] = $3; one[at] = $4 }
    END {
        for (a in all) {
            met = 0
            for (b in all) if (substr(a, 1, 3) != substr(b, 1, 3) && same(a, b)) met = 1
            if (a ~ /^new/) print a, met ? "still" : "new"
            else if (!met) print a, "gone"
        }
    }' old new | sort
}

# told: the same, as heddle diff told it.
told() {
    awk -v names="$(cut -d ' ' -f 1 new | tr '\n' ' ')" '
    /^new\.c:[0-9]+:[0-9]+: error:/ { split($0, at, ":"); line = /\[assertion\]$/ ? at[2] : 0 }
    /^heddle: note: (new|still there):/ {
        if (index(" " names, " " line " ")) print "new", line, $3 == "new:" ? "new" : "still"
    }' err
    jq -r '.findings_gone[] | select(.kind == "assertion") | .place' summary.json | cut -d : -f 2 |
        grep -xF -f <(cut -d ' ' -f 1 old) | sed 's/.*/old & gone/'
}

# explored SUMMARY STATUS ARGUMENTS…: runs heddle, at most a minute; 0: everything was explored.
explored() {
    timeout 60 "$HEDDLE" "${@:2}" --max-time=20 --checks=no-race --summary="$1" >out 2>err </dev/null
    [ "$(jq -r .complete "$1" 2>/dev/null)" = true ]
}

compare() {
    local seed=$1 strategy prune
    strategy=$([ $((seed % 2)) -eq 0 ] && echo por || echo dpor)
    prune=$([ $((seed / 2 % 3)) -eq 0 ] && echo cia || echo scia)
    cp "$seed-0.c" old.c && cp "$seed-1.c" new.c || { bad "seed $seed: there are no versions"; return; }
    rm -rf heddle-out heddle-out.db alone
    explored after.json test --out=alone "--strategy=$strategy" new.c || return
    if ! explored summary.json diff "--strategy=$strategy" "--prune=$prune" old.c new.c; then
        bad "seed $seed, $strategy, $prune: heddle diff does not explore everything: $(tail -n 1 err)"
        return
    fi
    # shellcheck disable=SC2046
    claims old.c $(sed -n 's/^old\.c:\([0-9]*\):.*\[assertion\]$/\1/p' err) >old
    # shellcheck disable=SC2046
    claims new.c $(lines after.json) >new
    pairs=$((pairs + 1)) findings=$((findings + $(wc -l <new)))
    same "seed $seed, $strategy, $prune: assertions that fail" "$(lines summary.json)" "$(lines after.json)"
    same "seed $seed, $strategy, $prune: what is told" "$(told | sort)" "$(expected)"
}

one() {
    local seed first=${1%-*} last=${1#*-} pairs=0 findings=0
    HEDDLE_ORACLE_REPEATS=${HEDDLE_ORACLE_REPEATS:-1} HEDDLE_ORACLE_DIFF=1 HEDDLE_ORACLE_TEXT=1 \
        "$HEDDLE_BUILD/oracle" "$HEDDLE_BUILD/resource" "$first" $((last - first + 1)) >log 2>&1
    for ((seed = first; seed <= last; seed++)); do compare "$seed"; done
    echo "$pairs pairs of versions, $findings named assertions failed in the newer ones"
}

suite "$@"
