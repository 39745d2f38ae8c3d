#!/bin/bash
# Pairs of system calls by two threads: whether the emulated kernel's code names what the calls share, and
# whether all strategies learn of what brute force does. See pairs.c. A case PROGRAM:PART:PARTS is one part of
# all pairs of a program's calls; compare:PROGRAM:PART:PARTS the same with brute force; and
# random:PROGRAM:SEED:COUNT are programs of two calls for each of two threads, or one for each of three.
# One run takes a quarter of the pairs, which the commit chooses. HEDDLE_LONG: all of them, and the others.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

programs='files process sockets streams'
parts=4

names() {
    local program part
    echo breach
    for program in $programs; do
        if [ -z "${HEDDLE_LONG:-}" ]; then
            echo "$program:$(($(commit_number) % parts)):$parts"
            continue
        fi
        for part in {0..9}; do echo "$program:$part:10"; done
        echo "compare:$program:$(($(commit_number) % 10)):10"
        echo "random:$program:$(commit_number):$((300 * HEDDLE_LONG))"
    done
}
is_case() { [[ $1 =~ ^(breach|((compare|random):)?[a-z]+:[0-9]+:[0-9]+)$ ]]; }

# pairs ARGUMENTS…: counts programs that pass and fail.
pairs() {
    local checked wrong
    "$HEDDLE_BUILD/pairs" "$HEDDLE_BUILD/resource" "$@" >log 2>&1
    checked=$(sed -n 's/^\([0-9]*\) programs, .*/\1/p' log)
    wrong=$(sed -n 's/^.* programs, \([0-9]*\) failures, .*/\1/p' log)
    if [ -z "$checked" ]; then
        bad "no count: $(tail -n 3 log)"
    else
        [ "$wrong" -eq 0 ] || bad "$wrong failures: $(head -n 3 log)"
        passed=$((passed + checked))
    fi
}

# told CALL CALL NUMBER: so many breaches are told of the two.
told() {
    "$HEDDLE_BUILD/pairs" "$HEDDLE_BUILD/resource" "$here/breach.c" "$1" "$2" >log 2>&1
    same "breaches of $1 and $2" "$(grep -c ' por: .*share memory of the kernel' log)" "$3"
}
case_breach() {
    told change change 0
    told change look 0
    told change peek 0
    told look change_named_twice 0
    told change change_wrongly 1
    told look change_wrongly 1
    told change look_wrongly 1
    told look look_wrongly 0
    told change_as_look look 1
    told change_as_look peek 1
}

one() {
    local how program part parts
    case $1 in
    breach) case_breach ;;
    compare:* | random:*)
        IFS=: read -r how program part parts <<<"$1"
        if [ "$how" = compare ]; then
            pairs "$here/$program.c" compare "$part" "$parts"
        else
            pairs "$here/$program.c" compare 0 "$parts" "$part"
        fi
        ;;
    *)
        IFS=: read -r program part parts <<<"$1"
        pairs "$here/$program.c" check "$part" "$parts"
        ;;
    esac
}

suite "$@"
