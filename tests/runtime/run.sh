#!/bin/bash
# Audit of the bitcode of libc and the runtime: whatever is called is defined somewhere or is an operation of
# the engine, and nothing is left that the engine cannot run (inline assembler, constrained floating point,
# vectors made by an optimiser). Needs no engine.
set -u
export LC_ALL=C
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${HEDDLE_BUILD:-build}
case $build in /*) ;; *) build=$top/$build ;; esac
resource=$build/resource
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
# check NAME FILE: an empty file passes, otherwise its lines are what is wrong
check() {
    if [ -s "$2" ]; then
        failed=$((failed + 1))
        echo "FAIL $1: $(head -n 20 "$2" | tr '\n' ' ')"
    else
        passed=$((passed + 1))
        echo "PASS $1"
    fi
}

"$top/scripts/build-libc.sh" "$build" >/dev/null || { echo "0 passed, 1 failed"; exit 1; }
cd "$resource" || exit 1
llvm-nm-19 -u libc/*.bc runtime/*.bc 2>/dev/null | awk 'NF == 2 { print $2 }' | sort -u >"$work/undefined"
cut -d' ' -f1 libc/index runtime/index | sort -u >"$work/defined"
sed -n 's/.*[ *]\(__heddle_[a-z_]*\)(.*/\1/p' "$top/runtime/engine.h" | sort -u >"$work/operations"
# The engine's own builtins, the program's main, and what a program may not do (reported when called).
printf '%s\n' main longjmp memcpy memmove memset __clone __setxid __synccall | sort >"$work/allowed"
comm -23 "$work/undefined" "$work/defined" | comm -23 - "$work/operations" | comm -23 - "$work/allowed" >"$work/missing"
check "every symbol is defined or an operation of the engine" "$work/missing"

cut -d' ' -f1 libc/index | uniq -d >"$work/twice"
cut -d' ' -f1 runtime/index | uniq -d >>"$work/twice"
check "each index has one line a symbol" "$work/twice"

for library in libc runtime; do
    cut -d' ' -f2 $library/index | sort -u | while read -r member; do [ -f "$library/$member" ] || echo "$member"; done
done >"$work/absent"
check "every member of the indexes exists" "$work/absent"

for file in libc/*.bc runtime/*.bc; do
    llvm-dis-19 "$file" -o - | sed "s:^:$file\: :"
done >"$work/all.ll"
grep -E 'call [^@]* asm |module asm' "$work/all.ll" >"$work/asm"
check "no inline assembler" "$work/asm"
grep 'llvm.experimental.constrained' "$work/all.ll" >"$work/constrained"
check "no constrained floating point" "$work/constrained"
grep -E '<[0-9]+ x (i[0-9]+|float|double|ptr)>' "$work/all.ll" | grep -v '^libc/complex-\|^runtime/complex' >"$work/vectors"
check "no vectors outside complex numbers, whose calls use them" "$work/vectors"
grep -E ' (atomicrmw|cmpxchg|load atomic|store atomic|fence) ' "$work/all.ll" | grep -v '^runtime/kernel-futex' >"$work/atomics"
check "no atomics but those of futexes: locks are the engine's" "$work/atomics"

for header in stdio.h stdlib.h pthread.h threads.h bits/alltypes.h bits/syscall.h heddle/heddle.h klee/klee.h; do
    [ -f "include/$header" ] || echo "$header"
done >"$work/headers"
check "headers are in place" "$work/headers"
cat >"$work/headers.c" <<'C'
#include <heddle/heddle.h>
#include <klee/klee.h>
#include <stdio.h>
#include <math.h>
#include <pthread.h>
#include <threads.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <semaphore.h>
int main(void) {
    int x = heddle_int("x");
    klee_assume(x > 3);
    heddle_assert(x != 7);
    klee_assert(x);
    return 0;
}
C
clang-19 --target=x86_64-linux-musl -nostdlibinc -isystem include -Wall -Werror -fsyntax-only "$work/headers.c" >"$work/compile" 2>&1
check "a harness compiles against them" "$work/compile"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
