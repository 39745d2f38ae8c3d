#!/bin/bash
# What the engine finds, pinned down program by program. The first lines of each program say what must come
# out, one comment each:
#   /* expect: safe */                         nothing found, explored completely, exit status 0
#   /* expect: incomplete */                   nothing found, exit status 3
#   /* expect: KIND @MARK "TEXT"; … */         exactly these findings, exit status 1. @MARK: in the line that
#                                              holds the comment with that mark, there or in the program that
#                                              it includes; TEXT: part of the message.
#                                              Both may be left out.
#   /* expect: some KIND "TEXT" */             at least one finding, all of this kind
#   /* options: … */                           more options of heddle test
#   /* exit: N */                              the exit status of the program itself
#   /* output: TEXT */                         what the last run wrote, blanks and line ends as one blank
#   /* incomplete: TEXT */                     a reason that the summary must give for being incomplete
#   /* assumption: TEXT */                     an assumption that the summary must list
#   /* long: WHY */                            only with HEDDLE_LONG
# Every test that a run writes is replayed and must reproduce its finding (exit status 1).
# A program, the file NAME.c or, already preprocessed, NAME.i, is the case NAME.
# Environment: DETECT_FOLDER (the programs, default: this folder)
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
folder=${DETECT_FOLDER:-$here}

names() {
    (
        cd "$folder" || return
        if [ -n "${HEDDLE_LONG:-}" ]; then ls -- *.[ci]; else grep -L '^/\* long: ' -- *.[ci]; fi |
            sed 's:\.[ci]$::' | LC_ALL=C sort
    )
}

# The directives of the program, those that are there: directive[expect], directive[options], …
declare -A directive
read_directives() {
    local key text
    directive=()
    while IFS=: read -r key text; do
        [ -n "${directive[$key]:-}" ] || directive[$key]=${text# }
    done < <(sed -n '1,8s:^/\* \([a-z]*\)\: \(.*\) \*/$:\1\:\2:p' "$file")
}

# The summary: its findings, one in each element of the arrays kinds, lines and messages, and what else is
# looked at.
read_summary() {
    local kind line message
    kinds=() lines=() messages=() complete= internal_error= incomplete= assumptions=
    {
        IFS= read -r complete
        IFS= read -r internal_error
        IFS= read -r incomplete
        IFS= read -r assumptions
        while IFS=$'\t' read -r kind line message; do
            kinds+=("$kind") lines+=("$line") messages+=("$message")
        done
    } < <(jq -r '.complete, .internal_error, (.incomplete, .assumptions | join("; ") | gsub("\n"; " ")),
        (.bugs[] | "\(.kind)\t\(.line)\t\(.message)")' summary.json 2>/dev/null)
    told=${#kinds[@]}
}

# The findings that were not expected yet.
left() {
    local k
    for k in "${!kinds[@]}"; do printf '%s %s: %s; ' "${kinds[k]}" "${lines[k]}" "${messages[k]}"; done
}

# take 'KIND @MARK "TEXT"': this must be among the findings that are left; it is taken away.
take() {
    local kind mark= text= line= included k
    kind=${1%%[ @\"]*}
    [[ $1 =~ @([a-z0-9]+) ]] && mark=${BASH_REMATCH[1]}
    [[ $1 =~ \"(.*)\" ]] && text=${BASH_REMATCH[1]}
    if [ -n "$mark" ]; then
        included=$(sed -n 's:^#include "\(.*\.c\)"$:\1:p' "$file")
        line=$(grep -hn "/\*$mark\*/" "$file" ${included:+"$folder/$included"} | head -n 1 | cut -d: -f1)
        [ -n "$line" ] || { bad "no line is marked $mark"; return; }
    fi
    for k in "${!kinds[@]}"; do
        if [ "${kinds[k]}" = "$kind" ] && [[ ${messages[k]} == *"$text"* ]] &&
            { [ -z "$line" ] || [ "${lines[k]}" = "$line" ]; }; then
            unset "kinds[k]" "lines[k]" "messages[k]"
            return
        fi
    done
    bad "expected $1${line:+ (line $line)}, found $(left)"
}

# The findings against what is expected.
compare() {
    local expect=$1 text k
    case $expect in
    safe | incomplete) ;;
    some\ *)
        text=${expect#some }
        take "$text"
        for k in "${!kinds[@]}"; do
            [ "${kinds[k]}" = "${text%%[ @\"]*}" ] || { bad "also found $(left)"; break; }
        done
        ;;
    *)
        while [ -n "$expect" ]; do
            text=${expect%%;*}
            take "$text"
            [ "$text" = "$expect" ] && break
            expect=${expect#*; }
        done
        [ ${#kinds[@]} -eq 0 ] || bad "also found $(left)"
        ;;
    esac
}

# What else a program says of its run.
compare_rest() {
    local wanted=${directive[incomplete]:-}
    if [ -n "$wanted" ]; then
        [[ $incomplete == *"$wanted"* ]] || bad "not incomplete because of '$wanted': $incomplete"
    elif [ "$1" -ne 3 ] && [[ ${directive[options]:-} != *--stop-at-first* ]]; then
        [ "$complete" = true ] || bad "incomplete: $incomplete"
    fi
    wanted=${directive[assumption]:-}
    [[ $assumptions == *"$wanted"* ]] || bad "does not assume '$wanted': $assumptions"
    wanted=${directive[exit]:-}
    [ -z "$wanted" ] || grep -q "exit status $wanted\$" log ||
        bad "the program did not exit with $wanted: $(grep 'exit status' log)"
    wanted=${directive[output]:-}
    [ -z "$wanted" ] || [ "$(tr -s ' \n' '  ' <output | sed 's/ $//')" = "$wanted" ] ||
        bad "wrote '$(head -c 200 output)'"
    [ "$internal_error" = null ] || bad "internal error: $internal_error"
}

# Findings and test files are the same in number, and each replays.
replay_all() {
    local test count=0 status
    for test in out/*.test.json; do
        [ -f "$test" ] || continue
        count=$((count + 1))
        timeout 60 "$HEDDLE" replay --quiet "$test" >/dev/null 2>replay
        status=$?
        [ "$status" -eq 1 ] || bad "${test##*/}: replay ended with $status: $(tail -n 1 replay)"
    done
    [ "$count" -eq "$told" ] || bad "$count tests for $told findings"
}

one() {
    local file=$folder/$1.c want status
    [ -f "$file" ] || file=$folder/$1.i
    read_directives
    case ${directive[expect]:-} in
    '') bad 'says no expectation'; return ;;
    safe) want=0 ;;
    incomplete) want=3 ;;
    *) want=1 ;;
    esac
    # The options are words, and none holds a blank.
    # shellcheck disable=SC2086
    timeout 120 "$HEDDLE" test --quiet --echo-output --out=out --summary=summary.json -Wno-everything \
        ${directive[options]:-} "$file" >output 2>log
    status=$?
    read_summary
    if [ "$status" -ne "$want" ]; then
        bad "exit status $status, not $want: $(left) $incomplete $(tail -n 1 log)"
        return
    fi
    compare_rest "$want"
    compare "${directive[expect]}"
    replay_all
    [ "$failed" -gt 0 ] || good
}

suite "$@"
