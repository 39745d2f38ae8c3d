#!/bin/bash
# Conformance: each program here is compiled natively against musl (by gcc; by clang-19 where its first line
# says "native: clang") and run, and run in the engine; standard output and exit status must be the same.
# Where the engine has not been built, the native runs alone are checked.
# Usage: run.sh [NAME...]       names without folder and .c; all when none is given
# Environment: HEDDLE (the executable), JOBS
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
export here top
export HEDDLE=${HEDDLE:-$top/build/heddle}
export work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

one() {
    local name=$1 file=$here/$1.c compiler=musl-gcc native engine status
    if head -n 1 "$file" | grep -q 'native: clang'; then
        compiler='clang-19 --target=x86_64-linux-musl -nostdlibinc -isystem /usr/include/x86_64-linux-musl'
    fi
    if ! $compiler -std=gnu17 -O1 -w -c "$file" -o "$work/$name.o" 2>"$work/$name.log" ||
        ! musl-gcc -static "$work/$name.o" -o "$work/$name.exe" 2>"$work/$name.log"; then
        echo "FAIL $name: does not compile natively: $(head -n 3 "$work/$name.log" | tr '\n' ' ')"
        return
    fi
    timeout 20 "$work/$name.exe" >"$work/$name.native" 2>/dev/null </dev/null
    native=$?
    rm -f "$work/$name.exe" "$work/$name.o"
    if [ "$native" -eq 124 ] || [ "$native" -eq 134 ] || [ "$native" -eq 139 ]; then
        echo "FAIL $name: exit status $native natively"
        return
    fi
    if [ ! -s "$work/$name.native" ]; then
        echo "FAIL $name: prints nothing"
        return
    fi
    if [ ! -x "$HEDDLE" ]; then
        echo "PASS $name (native only)"
        return
    fi
    timeout 60 "$HEDDLE" test --quiet --strategy=dfs --echo-output --out="$work/$name.out" "$file" \
        >"$work/$name.engine" 2>"$work/$name.err" </dev/null
    status=$?
    if [ "$status" -ne 0 ]; then
        echo "FAIL $name: heddle ended with status $status: $(tail -n 3 "$work/$name.err" | tr '\n' ' ')"
    elif ! cmp -s "$work/$name.native" "$work/$name.engine"; then
        echo "FAIL $name: output differs: $(diff "$work/$name.native" "$work/$name.engine" | head -n 4 | tr '\n' ' ')"
    else
        # The engine tells the program's own exit status on standard error.
        engine=$(sed -n 's/.*exit status \([0-9][0-9]*\).*/\1/p' "$work/$name.err" | tail -n 1)
        if [ -n "$engine" ] && [ "$engine" -ne "$native" ]; then
            echo "FAIL $name: exit status $engine, natively $native"
        else
            echo "PASS $name"
        fi
    fi
    rm -rf "$work/$name.out"
}
export -f one

if [ $# -gt 0 ]; then
    names=$*
else
    names=$(cd "$here" && ls ./*.c | sed 's:^\./::; s:\.c$::')
fi
printf '%s\n' $names | xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'one {}' >"$work/results"
grep '^FAIL' "$work/results" | LC_ALL=C sort
[ -x "$HEDDLE" ] || echo "note: $HEDDLE is not built; programs were only run natively"
passed=$(grep -c '^PASS' "$work/results")
failed=$(grep -c '^FAIL' "$work/results")
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
