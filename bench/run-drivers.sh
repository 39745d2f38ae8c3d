#!/bin/bash
# The drivers of heddle seq on the bugs of run-sequential.sh that take at most two reads of what the other
# thread wrote: seconds until libFuzzer and random bytes find each, without building the executable, beside
# the seconds of `--strategy=sequential` until it has found it. What a driver finds has to become a test
# (heddle seq --convert) that replays.
# Usage: run-drivers.sh [SECONDS]     the limit of one search (60)
# Environment: HEDDLE, ONLY (a pattern of programs), SEEDS (the median of so many runs, each with another
# seed: 3), BOUND (2)
# Exit status: 1 where what was found does not become a test that replays.
set -u
here=$(cd "$(dirname "$0")" && pwd)
HEDDLE=${HEDDLE:-$here/../build/heddle}
limit=${1:-60}
seeds=${SEEDS:-3}
bound=${BOUND:-2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; exit 1; }
cd "$work" || exit 1
wrong=0

# program | reader,writer | k of its bugs
programs() {
    cat <<'T'
bluetooth add,stop 2
account use,transfer 1
meeting schedule,schedule 1
vector1 remove_one,remove_all 2
vector2 add,set_size 2
vector3 copy,add_all 2
stack1 pop,clear 2
stack2 roll,drop 2
stack3 list,push 2
hashset copy,add 1
stringbuffer append,delete 1
series compute,compute 1
sor relax_half,relax_half 2
ray work,work 1
ftpnet serve,operate 1
mutual work,work 1
T
}

# build DRIVER: ./DRIVER of the program.
build() {
    "$HEDDLE" seq "$file" --threads="$pair" --bound="$bound" --driver="$1" -o "$1" >log 2>&1 && return
    tail -n 1 log >&2
    return 1
}
# search DRIVER SEED: prints the seconds until it fails, - where it does not.
search() {
    local began=$EPOCHREALTIME
    rm -f crash-*
    case $1 in
    random) ./random --seed="$2" --seconds="$limit" ;;
    libfuzzer) ./libfuzzer -seed="$2" -max_total_time="$limit" ;;
    esac >log 2>&1
    compgen -G 'crash-*' >/dev/null || { echo -; return; }
    echo $(((${EPOCHREALTIME/./} - ${began/./}) / 10000)) | sed 's/^.$/0&/; s/..$/.&/; s/^\./0./'
    "$HEDDLE" seq "$file" --threads="$pair" --bound="$bound" --convert="$(echo crash-*)" -o t.test.json \
        >log 2>&1 && "$HEDDLE" replay t.test.json >log 2>&1
    [ $? = 1 ] || echo "$name: what $1 found with seed $2 does not replay" >>wrong
}
# median DRIVER: of all seeds; - counts as the longest.
median() {
    build "$1" || { echo; return; }
    for seed in $(seq "$seeds"); do search "$1" "$seed"; done | sed 's/^-$/1e9/' | sort -g |
        sed -n "$(((seeds + 1) / 2))p" | sed 's/^1e9$/-/'
}

cat <<'T'
| program | k | libfuzzer | random | sequential |
| --- | --- | --- | --- | --- |
T
while read -r name pair k; do
    # shellcheck disable=SC2053
    [[ $name == ${ONLY:-*} ]] || continue
    file=$here/sequential/$name.c
    [ -f "$file" ] || file=$here/../examples/$name.c
    "$HEDDLE" test -q --max-time="$limit" --checks=no-race --interleave=memory --strategy=sequential \
        --bound="$bound" --stop-at-first --out=out --summary=s.json "$file" >log 2>&1
    sequential=$(jq -r 'if .bugs == [] then "-" else .seconds * 100 | round / 100 end' s.json)
    echo "| $name | $k | $(median libfuzzer) | $(median random) | $sequential |"
done < <(programs)
[ ! -s wrong ] || { cat wrong; wrong=1; }
exit $wrong
