#!/bin/bash
# Programs in versions (diff/NAME/v1.c to v5.c): what is explored of a version when the one before has been
# explored. For each consecutive pair, runs and seconds on the newer one of: every interleaving (dfs), dpor,
# dpor that leaves out what the change cannot influence (cia) and also what summaries of the older version
# cover (scia), por, por that leaves out both (por+). The table is that of Guo, Kusano and Wang, "Conc-iSE:
# Incremental Symbolic Execution of Concurrent Software" (ASE 2016), with por beside it. The last lines have
# the medians of what is left: scia of dpor, por+ of por.
# Usage: run-diff.sh [SECONDS]     the limit of one exploration (10); > before figures of one that hit it
# Environment: HEDDLE, ONLY (a pattern of programs, such as 'list*'), METHODS (those wanted, such as 'dpor
# scia'), ROWS (a file that gets a line for each exploration: program, newer version, method, runs, seconds,
# what ended it)
# Exit status: 1 where an exploration that finished does not find what the first line of the newer version
# tells.
# Runs are complete ones, those that were cut off, and redundant ones. Seconds are those of exploring the
# newer version and, where something is left out, of the analysis before it. Each method has a database of its
# own, which has what it explored of the version before; the first pair explores v1 for that, which does not
# count.
# Where heddle has no `diff`, its columns are empty.
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
limit=${1:-10}
read -ra methods <<<"${METHODS:-dfs dpor cia scia por por+}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # loads count the first time only
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }
rows=${ROWS:-$work/rows}
: >"$rows" || exit 1
: >"$work/wrong"
there=yes
"$HEDDLE" diff --help >"$work/help" 2>&1 || {
    there=no
    echo "there is no \`heddle diff\` in $HEDDLE: its columns are empty"
    echo
}

# explore METHOD OLD NEW OPTION...: leaves the summary, or none
explore() {
    local method=$1 old=$2 new=$3
    shift 3
    local common=(-q --max-time="$limit" --out="$work/out" --summary="$work/s.json" "$@")
    local pruned=("${common[@]}" --db="$work/$name-$method.db")
    rm -f "$work/s.json"
    case $method in
    dfs | dpor | por) "$HEDDLE" test --strategy="$method" "${common[@]}" "$new" ;;
    cia | scia) "$HEDDLE" diff --strategy=dpor --prune="$method" "${pruned[@]}" "$old" "$new" ;;
    por+) "$HEDDLE" diff --strategy=por --prune=scia "${pruned[@]}" "$old" "$new" ;;
    esac >"$work/log" 2>&1
}
# check METHOD NEW: what was found is what is known of the program
check() {
    local method=$1 new=$2 found known
    found=$(jq -r '[.verdict] + ([.bugs[].kind] | unique) | join(" ")' "$work/s.json")
    known=$(sed -n '1s:^/\* expect\: \(.*\) \*/$:\1:p' "$new")
    [ "$found" = "$known" ] || echo "$name ${new##*/}, $method: $found, expected $known" >>"$work/wrong"
}
# cell METHOD OLD NEW OPTION...: prints runs and seconds of one exploration, and notes them
cell() {
    local method=$1 new=$3 runs seconds halt mark=''
    case $method in cia | scia | por+) [ $there = yes ] || { printf '%10s %7s' - - && return; } ;; esac
    explore "$@"
    if [ ! -f "$work/s.json" ]; then
        echo "$name ${new##*/}, $method: no summary: $(tail -n 1 "$work/log")" >>"$work/wrong"
        printf '%10s %7s' '?' '?'
        return
    fi
    read -r runs seconds halt < <(jq -r '[.traces + (.pruned // 0) + .redundant,
        .seconds + (.analysis_seconds // 0), .halt_reason] | @tsv' "$work/s.json")
    if [ "$halt" = finished ]; then check "$method" "$new"; else mark='>'; fi
    printf '%10s %7s' "$mark$runs" "$mark$(printf %.2f "$seconds")"
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "${new##*/}" "$method" "$runs" "$seconds" "$halt" >>"$rows"
}
# left METHOD OF COLUMN WHAT: the median of what METHOD leaves of OF, over the pairs that both finished
left() {
    awk -F'\t' -v method="$1" -v of="$2" -v column="$3" '
        $6 == "finished" { value[$1 "\t" $2, $3] = $column; pair[$1 "\t" $2] }
        END {
            for (p in pair)
                if ((p, method) in value && (p, of) in value && value[p, of] > 0)
                    print value[p, method] / value[p, of]
        }' "$rows" | sort -g | awk -v what="$1 of $2, $4" '
        { ratio[NR] = $1 }
        END {
            if (!NR) exit
            median = NR % 2 ? ratio[(NR + 1) / 2] : (ratio[NR / 2] + ratio[NR / 2 + 1]) / 2
            printf "%-22s %6.1f %%   (median of %d pairs, from %.1f to %.1f %%)\n", what, 100 * median, NR,
                100 * ratio[1], 100 * ratio[NR]
        }'
}

printf '%-14s %-7s' program pair
for method in "${methods[@]}"; do printf '%10s %7s' "$method" s; done
echo
while read -r name options <&3; do
    # shellcheck disable=SC2053
    [[ $name == ${ONLY:-*} ]] || continue
    read -ra words <<<"$options"
    for k in 1 2 3 4; do
        printf '%-14s %-7s' "$name" "v$k v$((k + 1))"
        for method in "${methods[@]}"; do
            cell "$method" "$here/diff/$name/v$k.c" "$here/diff/$name/v$((k + 1)).c" \
                ${words[@]+"${words[@]}"}
        done
        echo
    done
done 3< <(grep -v '^#' "$here/diff/programs.txt")
echo
left scia dpor 4 runs
left scia dpor 5 seconds
left por+ por 4 runs
left por+ por 5 seconds
cat "$work/wrong"
[ ! -s "$work/wrong" ]
