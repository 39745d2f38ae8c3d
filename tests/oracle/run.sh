#!/bin/bash
# Random concurrent programs, explored in several ways that must agree (see oracle.c). A case is a range of
# seeds, FIRST-LAST, or one seed, whose program and figures are printed then and which is explored with all
# settings; with an i before it, what con2colic testing covers with how many interferences is compared, of one
# program in three about atomic sections; with a c, which errors sequentialization finds with how many
# couplings; with a d, the program, a neighbour of it and now and then a neighbour of that are explored as
# versions of one program, in full and with what is known of those before; with a w, threads wait by looking,
# with a v they do in versions of a program; with an a, threads run the same routine, with an ad in versions
# of a program; with an s, they send signals and cancel each other, with a k they do in versions of a program;
# with a u, a program of one thread leaves bytes of its variables unwritten, with an m threads share memory
# that was never written, and free a block that main may get again; with a t, they let time pass and look at
# clocks, with an l they do in loops that wait by looking, with an e in versions of a program.
# With a q, they are silent for long, and states are compared soon; with a y, they also look at clocks; with a
# z, a limit of time ends most explorations at places that differ, and none may be worse for it than too
# large.
# With an o, atomic accesses have all memory orders, and which variables race is known. With a p, they print
# and look at what the standard output holds, with an x they do in versions of a program; with an r, they draw
# random numbers; with an f, versions of a program assert the same text at several places, and which finding
# is which is known. With an n, threads are made without end, and proofs for any number of them are compared
# with what few of them do. With a b, a campaign in a database is explored by two workers that are killed.
# With a j, threads wait on condition variables, in loops of all forms and otherwise, of which some or all may
# wake spuriously; with an h, programs are those of two files, too, as some of each kind are.
# A g before one of these letters, or alone: programs are larger, and what one exploration without cut-offs
# says stands for brute force.
# One run takes a part of the seeds, which the commit chooses, and those of programs on which something
# differed once that no other suite has.
# HEDDLE_LONG=N: N times 800 seeds instead of 200 and so on, all of them, and larger programs. A program on
# which something differs is left in the build folder.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

offset=$(first_seed)
# ranges KIND COUNT PARTS LONG: the cases of a kind, in all COUNT seeds, of which one run takes one of PARTS
# parts, at most 50 in one case; with HEDDLE_LONG=N N times LONG, at most 100 in one case.
ranges() {
    local first last count=$2 step=50 times=${HEDDLE_LONG:-}
    if [ -n "$times" ]; then
        [[ $times =~ ^[1-9][0-9]*$ ]] || times=1
        count=$(($4 * times)) step=100
    fi
    read -r first last < <(part_of "$count" "$3")
    for (( ; first <= last; first += step)); do
        echo "$1$((offset + first))-$((offset + (first + step > last ? last : first + step - 1)))"
    done
}
# By what a seed of the kind costs: 0.2 to 0.5 seconds of the processor, one of c, d, m, s and t about 1. Of
# fewer than 10 seeds each program is run natively, too, otherwise one of 12. One seed alone would be explored
# with all settings: so no part is that small.
names() {
    local kind count parts long
    ranges '' 200 12 800
    ranges i 150 12 400
    ranges c 75 18 200
    ranges d 75 12 400
    ranges ad 25 10 200
    ranges a 75 12 150
    ranges s 20 10 100
    ranges w 100 12 400
    ranges v 25 10 100
    ranges u 50 6 400
    ranges m 50 12 150
    ranges t 50 12 150
    ranges l 10 5 80
    ranges e 10 5 80
    ranges o 200 12 800
    ranges p 20 6 400
    ranges r 10 5 200
    ranges q 20 10 200
    ranges z 30 10 200
    ranges f 10 5 400
    ranges b 40 10 400
    ranges j 100 10 600
    ranges h 50 10 400
    ranges g 40 12 400
    # Those of which a program costs 2 to 4 seconds: one run takes a third of the kinds.
    some_of 3 "n 24 8 200" "y 10 5 100" "gw 20 10 200" "gs 20 10 200" "k 5 3 40" "x 4 3 40" \
        "ga 20 10 200" "gd 10 5 100" "ge 10 5 100" "gt 30 12 400" |
        while read -r kind count parts long; do ranges "$kind" "$count" "$parts" "$long"; done
    # A signal outside the mutex for two threads that wait with time-outs.
    echo b2202097
    # A broadcast that is a cut-off excludes a wait, and another event that alternatives must not have.
    [ -z "${HEDDLE_LONG:-}" ] || echo j7500738
}
is_case() { [[ $1 =~ ^([a-fh-z]|ad|g[adeklmprstvwx]?)?[0-9]+(-[0-9]+)?$ ]]; }

one() {
    local what variable range=${1##*[a-z]} kind=${1%%[0-9]*} larger= first last
    local -A kinds=([i]=INTERFERENCES [c]=COUPLINGS [d]=DIFF [a]=ALIKE [s]=SIGNALS [u]=UNDEFINED
        [m]=UNWRITTEN [w]=WAITS [v]='WAITS DIFF' [k]='SIGNALS DIFF' [t]=PASSING
        [l]='WAITS PASSING' [e]='PASSING DIFF' [o]=ORDERS [p]=PRINTING [x]='PRINTING DIFF' [r]=RANDOM
        [q]=SILENT [y]='SILENT PASSING' [z]='SILENT HASTE'
        [f]='REPEATS DIFF' [n]=ENDLESS [ad]='ALIKE DIFF' [b]=CAMPAIGNS [j]=WAKES [h]=FILES)
    [[ $kind != g* ]] || larger=LARGER kind=${kind#g}
    for what in $larger ${kind:+${kinds[$kind]}}; do
        variable=HEDDLE_ORACLE_$what
        export "$variable=${!variable:-1}"
    done
    first=${range%-*} last=${range#*-}
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
