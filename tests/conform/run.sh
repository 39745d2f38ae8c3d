#!/bin/bash
# Conformance: each program here is compiled natively against musl and run, and run in the engine; standard
# output and exit status must be the same. So they must be of its bitcode at several levels of optimisation. A
# program NAME.c is the case NAME; it may say in its first line what a processor needs for it.
# Environment: HEDDLE_LONG (bitcode of each program at each level, and explored; otherwise of a third of them,
# which the commit chooses, at -O2, of half of these at -O0 and -O1, too, and programs of many interleavings
# are run once)
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
. "$top/tests/native.sh"

names() { (cd "$here" && printf '%s\n' *.c | sed 's/\.c$//'); }
one() {
    local levels='' level place strategy many= part=
    for level in $(sed -n '1s/.*needs: \(.*\)\. .*/\1/p' "$here/$1.c"); do
        grep -qwF "${level/sse4./sse4_}" /proc/cpuinfo && continue
        echo "$1: skipped, this processor has no $level"
        return
    done
    place=$(names | grep -nxF "$1" | cut -d: -f1)
    strategy=$(strategy_for "$here/$1.c")
    [ "$strategy" = dfs ] || many=once
    case $(((place + $(commit_number)) % 6)) in
    0) levels='-O2 -O0 -O1' ;;
    3) levels=-O2 ;;
    esac
    if [ -n "${HEDDLE_LONG:-}" ]; then many='' levels='-O2 -O0 -O1'; fi
    # Programs about vectors are long; of those at the three levels one is enough at a time.
    # Of their functions, which are much alike, a run takes a third, which the commit chooses.
    if [ -z "${HEDDLE_LONG:-}" ] && [[ $1 == machine_* ]]; then
        levels=${levels%% *} part=-DPART=$(($(commit_number) / 6 % 3))
    fi
    # What another order writes cannot be compared.
    if head -n 2 "$here/$1.c" | grep -q 'Another order has another output'; then levels=; fi
    run_natively "$here/$1.c" $part || return
    like_natively 'in the engine' --strategy="$strategy" $part "$here/$1.c"
    run_options="--checks=no-race $part" ends_natively 'in one run' "$here/$1.c"
    for level in $levels; do
        if ! to_llvm "$level" $part -g -c "$here/$1.c" -o "$1.bc" 2>log; then
            bad "$level: does not compile: $(head -n 2 log | tr '\n' ' ')"
        elif [ -n "$many" ]; then
            ends_natively "$level" "$1.bc"
        else
            like_natively "$level" --strategy="$strategy" "$1.bc"
        fi
    done
}

suite "$@"
