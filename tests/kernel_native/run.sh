#!/bin/bash
# The emulated kernel and the threads library against the host's: each program here makes many calls and
# prints a line for each. It is run natively, with musl and with glibc, and by heddle run. A line that both
# libraries print alike natively has to be the same in the engine. A line that they print differently has to
# be one of the two. Lines that cannot be the same are in EXCEPT, with the reason.
# Environment: HEDDLE_TOLD=1 (prints all lines that differ)
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

names() { (cd "$here" && printf '%s\n' *.c | sed 's/\.c$//'); }

# except NAME: the lines of a program that are left out, as patterns.
except() { sed -n "s/^$1 | \([^|]*[^ |]\) *|.*/\1/p" "$here/EXCEPT"; }

one() {
    local status shown=3 wrong line
    mkdir musl glibc engine
    musl-gcc -std=gnu17 -w -static -I "$here" "$here/$1.c" -o musl.exe -pthread 2>log &&
        gcc -std=gnu17 -w -I "$here" "$here/$1.c" -o glibc.exe -pthread -lrt 2>log || {
        bad "does not compile: $(head -n 3 log)"
        return
    }
    (cd musl && timeout 20 ../musl.exe >../musl.out)
    (cd glibc && timeout 20 ../glibc.exe >../glibc.out)
    (cd engine && timeout 120 "$HEDDLE" run --checks=no-uninitialised -I "$here" "$here/$1.c" \
        >../engine.out 2>../err)
    status=$?
    same "status ($(tail -n 2 err))" $status 0
    same 'number of lines' "$(wc -l <engine.out)" "$(wc -l <musl.out)"
    except "$1" >except
    paste musl.out glibc.out engine.out |
        awk -F '\t' '$3 != $1 && $3 != $2 { print "natively: " $1 "; in the engine: " $3 }' >differ
    grep -vEf except differ >wrong
    [ -s except ] || cp differ wrong
    [ -z "${HEDDLE_TOLD:-}" ] || cat wrong
    wrong=$(wc -l <wrong)
    passed=$((passed + $(wc -l <engine.out) - wrong))
    failed=$((failed + wrong))
    head -n "$shown" wrong | while IFS= read -r line; do echo "FAIL $1: $line"; done
    # What is left out differs: otherwise the entry is to go.
    while IFS= read -r line; do
        check "nothing differs any more for \"$line\" in EXCEPT" grep -qE "$line" differ
    done <except
}

suite "$@"
