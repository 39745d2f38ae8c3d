#!/bin/bash
# native.sh — the programs of tests/conform as they run natively, against which the engine is held.

# run_natively PROGRAM.c OPTIONS…: compiles it against musl (by gcc; by clang-19 where its first line says
# "native: clang") and runs it; its output is in ./native then, its exit status in the variable
# native_status. 1 where that fails.
run_natively() {
    local file=$1 compiler=musl-gcc
    shift
    if head -n 1 "$file" | grep -q 'native: clang'; then
        compiler='clang-19 --target=x86_64-linux-musl -nostdlibinc -isystem /usr/include/x86_64-linux-musl'
    fi
    # The compiler is words.
    # shellcheck disable=SC2086
    if ! $compiler -std=gnu17 -O1 -w "$@" -c "$file" -o native.o 2>native.log ||
        ! musl-gcc -static native.o -o native.exe 2>native.log; then
        bad "does not compile natively: $(head -n 3 native.log | tr '\n' ' ')"
        return 1
    fi
    timeout 20 ./native.exe >native 2>/dev/null
    native_status=$?
    case $native_status in
    124 | 134 | 139) bad "exit status $native_status natively" ;;
    *)
        [ -s native ] && return 0
        bad 'prints nothing'
        ;;
    esac
    return 1
}

# strategy_for PROGRAM.c: dfs, unless its first line says "explored by: STRATEGY" since there are too many
# interleavings.
strategy_for() {
    local told
    told=$(sed -n '1s/.*explored by: \([a-z]*\).*/\1/p' "$1")
    echo "${told:-dfs}"
}

# like_natively WHAT ARGUMENTS…: heddle test with these arguments writes what the program wrote natively, and
# the program ends with the same exit status. The case is told as WHAT.
like_natively() {
    local what=$1 status ended
    shift
    timeout 60 "$HEDDLE" test --quiet --echo-output --out=out "$@" >engine 2>err
    status=$?
    # The engine tells the program's own exit status on standard error.
    ended=$(sed -n 's/.*exit status \([0-9][0-9]*\).*/\1/p' err | tail -n 1)
    if [ "$status" -ne 0 ]; then
        bad "$what: heddle ended with status $status: $(tail -n 3 err | tr '\n' ' ')"
    elif ! cmp -s native engine; then
        bad "$what: output differs: $(diff native engine | head -n 4 | tr '\n' ' ')"
    else
        same "$what: exit status" "${ended:-$native_status}" "$native_status"
    fi
}

# to_llvm OPTIONS…: C to LLVM for programs under test.
to_llvm() {
    local resource=$HEDDLE_BUILD/resource builtin
    builtin=$resource/clang-include
    [ -d "$builtin" ] || builtin=/usr/lib/llvm-19/lib/clang/19/include
    clang-19 --target=x86_64-linux-musl -emit-llvm -nostdinc -isystem "$resource/include" \
        -idirafter "$builtin" -I "$top/include" -w -std=gnu17 \
        -fno-builtin-malloc -fno-builtin-calloc -fno-builtin-realloc "$@"
}

# ends_natively WHAT FILE: one run of the program in the engine writes what it wrote natively, and ends with
# the same exit status. run_options: options of heddle run, words.
ends_natively() {
    run_once "$2"
    ended_natively "$1"
}
# run_once FILE: leaves what it writes in ./engine and its exit status in the variable engine_status.
run_once() {
    # shellcheck disable=SC2086
    timeout 60 "$HEDDLE" run ${run_options:-} "$1" >engine 2>err
    engine_status=$?
}
ended_natively() {
    if ! cmp -s native engine; then
        bad "$1: output differs: $({ diff native engine | head -n 4; tail -n 2 err; } | tr '\n' ' ')"
    else
        same "$1: exit status" "$engine_status" "$native_status"
    fi
}
