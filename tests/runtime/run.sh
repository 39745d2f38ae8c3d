#!/bin/bash
# Audit of the bitcode of libc and the runtime: whatever is called is defined somewhere or is an operation of
# the engine, and nothing is left that the engine cannot run (inline assembler, constrained floating point,
# vectors made by an optimiser). Needs no engine.
needs_engine=no
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
export LC_ALL=C
shopt -s lastpipe
resource=$HEDDLE_BUILD/resource

prepare() { "$top/scripts/build-libc.sh" "$HEDDLE_BUILD" >/dev/null; }

# empty WHAT: the lines of standard input are what is wrong
empty() {
    local lines
    lines=$(head -n 20)
    if [ -z "$lines" ]; then good; else bad "$1: $(tr '\n' ' ' <<<"$lines")"; fi
}

case_symbols() {
    local files=$PWD
    cd "$resource" || return
    llvm-nm-19 -u libc/*.bc runtime/*.bc 2>/dev/null | awk 'NF == 2 { print $2 }' |
        sort -u >"$files/undefined"
    cut -d' ' -f1 libc/index runtime/index | sort -u >"$files/defined"
    sed -n 's/.*[ *]\(__heddle_[a-z_]*\)(.*/\1/p' "$top/runtime/engine.h" | sort -u >"$files/operations"
    cd "$files" || return
    # The engine's own builtins, the program's main, its plugins, and what a program may not do (reported when
    # called).
    printf '%s\n' main __heddle_plugins getcontext longjmp memcpy memmove memset __clone __setxid \
        __synccall | sort >allowed
    comm -23 undefined defined | comm -23 - operations | comm -23 - allowed |
        empty 'neither defined nor an operation of the engine'
}

case_indexes() {
    local library
    cd "$resource" || return
    { cut -d' ' -f1 libc/index | uniq -d; cut -d' ' -f1 runtime/index | uniq -d; } |
        empty 'symbols with more than one line in an index'
    for library in libc runtime; do
        cut -d' ' -f2 $library/index | sort -u |
            while read -r member; do [ -f "$library/$member" ] || echo "$member"; done
    done | empty 'members of the indexes that do not exist'
}

case_code() {
    local library
    for library in libc runtime; do
        mkdir $library && ln -s "$resource/$library"/*.bc $library/ && llvm-dis-19 $library/*.bc
    done
    same 'files taken apart' "$(ls {libc,runtime}/*.ll | wc -l)" "$(ls {libc,runtime}/*.bc | wc -l)"
    grep -hE 'call [^@]* asm |module asm' {libc,runtime}/*.ll | empty 'inline assembler'
    grep -h 'llvm.experimental.constrained' {libc,runtime}/*.ll | empty 'constrained floating point'
    # The calls of complex numbers use vectors, and so do those for the machine's own; locks are the engine's,
    # so that atomics are left to futexes, and to a counter that glibc documents.
    grep -E '<[0-9]+ x (i[0-9]+|float|double|ptr)>' {libc,runtime}/*.ll |
        grep -v '^libc/complex-\|^runtime/complex\|^runtime/machine_' | empty 'vectors'
    grep -E ' (atomicrmw|cmpxchg|load atomic|store atomic|fence) ' {libc,runtime}/*.ll |
        grep -v '^runtime/kernel-futex\|^runtime/atomic\|^runtime/gnu-error' | empty 'atomics'
}

case_headers() {
    local header
    for header in stdio.h stdlib.h pthread.h threads.h bits/{alltypes,syscall}.h \
        heddle/heddle.h klee/klee.h; do
        [ -f "$resource/include/$header" ] || echo "$header"
    done | empty 'headers that are missing'
    cat >harness.c <<'C'
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
    clang-19 --target=x86_64-linux-musl -nostdlibinc -isystem "$resource/include" \
        -Wall -Werror -fsyntax-only harness.c 2>&1 | empty 'a harness does not compile'
}

suite "$@"
