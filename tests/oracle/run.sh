#!/bin/bash
# Random concurrent programs, explored in several ways that must agree (see oracle.c). A case is a range of
# seeds, FIRST-LAST, or one seed, whose program and figures are printed then and which is explored with all
# settings; with an i before it, what con2colic testing covers with how many interferences is compared; with a
# c, which errors sequentialization finds with how many couplings; with a d, the program, a neighbour of it
# and now and then a neighbour of that are explored as versions of one program, in full and with what is known
# of those before; with a w, threads wait by looking, with a v they do in versions of a program; with an a,
# threads run the same routine; with an s, they send signals and cancel each other; with a u, a program of one
# thread leaves bytes of its variables unwritten, with an m threads share memory that was never written.
# HEDDLE_LONG=1: 20000 programs instead of 200. A program on which something differs is left in the build
# folder.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

names() {
    local first count=200 step=50
    if [ -n "${HEDDLE_LONG:-}" ]; then count=20000 step=1000; fi
    for ((first = 1; first <= count; first += step)); do echo "$first-$((first + step - 1))"; done
    for ((first = 1; first <= count / 2; first += step)); do echo "i$first-$((first + step - 1))"; done
    for ((first = 1; first <= count / 2; first += step)); do echo "c$first-$((first + step - 1))"; done
    for ((first = 1; first <= count; first += step)); do echo "d$first-$((first + step - 1))"; done
    local half=$((step / 2))
    for ((first = 1; first <= count / 8; first += half)); do echo "a$first-$((first + half - 1))"; done
    for ((first = 1; first <= count / 20; first += 10)); do echo "s$first-$((first + 9))"; done
    for ((first = 1; first <= count / 4; first += half)); do echo "u$first-$((first + half - 1))"; done
    for ((first = 1; first <= count / 8; first += half)); do echo "m$first-$((first + half - 1))"; done
    for ((first = 1; first <= count; first += step)); do echo "w$first-$((first + step - 1))"; done
    for ((first = 1; first <= count / 8; first += half)); do echo "v$first-$((first + half - 1))"; done
}
is_case() { [[ $1 =~ ^[acdimsuvw]?[0-9]+(-[0-9]+)?$ ]]; }

one() {
    local first=${1%-*} last=${1#*-}
    if [[ $1 = i* ]]; then
        export HEDDLE_ORACLE_INTERFERENCES=1
        first=${first#i} last=${last#i}
    elif [[ $1 = c* ]]; then
        export HEDDLE_ORACLE_COUPLINGS=1
        first=${first#c} last=${last#c}
    elif [[ $1 = d* ]]; then
        export HEDDLE_ORACLE_DIFF=1
        first=${first#d} last=${last#d}
    elif [[ $1 = a* ]]; then
        export HEDDLE_ORACLE_ALIKE=1
        first=${first#a} last=${last#a}
    elif [[ $1 = s* ]]; then
        export HEDDLE_ORACLE_SIGNALS=1
        first=${first#s} last=${last#s}
    elif [[ $1 = u* ]]; then
        export HEDDLE_ORACLE_UNDEFINED=1
        first=${first#u} last=${last#u}
    elif [[ $1 = m* ]]; then
        export HEDDLE_ORACLE_UNWRITTEN=1
        first=${first#m} last=${last#m}
    elif [[ $1 = w* ]]; then
        export HEDDLE_ORACLE_WAITS=1
        first=${first#w} last=${last#w}
    elif [[ $1 = v* ]]; then
        export HEDDLE_ORACLE_WAITS=1 HEDDLE_ORACLE_DIFF=1
        first=${first#v} last=${last#v}
    fi
    timeout 14400 "$HEDDLE_BUILD/oracle" "$HEDDLE_BUILD/resource" "$first" $((last - first + 1)) >log 2>&1
    local status=$?
    [ "$first" != "$last" ] || cat log
    if [ "$status" -eq 0 ]; then
        good
    else
        bad "exit status $status: $(tail -n 20 log)"
        cp oracle-*.c "$HEDDLE_BUILD" 2>/dev/null && echo "the programs are in $HEDDLE_BUILD"
    fi
}

suite "$@"
