#!/bin/bash
# What the engine finds, pinned down program by program. The first lines of each program say what must come out,
# one comment each:
#   /* expect: safe */                         nothing found, explored completely, exit status 0
#   /* expect: incomplete */                   nothing found, exit status 3
#   /* expect: KIND @MARK "TEXT"; … */         exactly these findings, exit status 1. @MARK: in the line that
#                                              holds the comment with that mark; TEXT: part of the message.
#                                              Both may be left out.
#   /* expect: some KIND "TEXT" */             at least one finding, all of this kind
#   /* options: … */                           more options of heddle test
#   /* exit: N */                              the exit status of the program itself
#   /* output: TEXT */                         what the last run wrote, blanks and line ends as one blank
#   /* incomplete: TEXT */                     a reason that the summary must give for being incomplete
#   /* assumption: TEXT */                     an assumption that the summary must list
# Every test that a run writes is replayed and must reproduce its finding (exit status 1).
# A program NAME is the file NAME.c or, already preprocessed, NAME.i.
# Usage: run.sh [NAME...]       names without folder and .c or .i; all when none is given
# Environment: HEDDLE (the executable), JOBS, DETECT_FOLDER (the programs, default: this folder)
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
export folder=${DETECT_FOLDER:-$here}
export HEDDLE=${HEDDLE:-$top/build/heddle}
export work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; echo "0 passed, 1 failed"; exit 1; }

directive() { sed -n "1,8s:^/\* $1\: \(.*\) \*/\$:\1:p" "$file" | head -n 1; }

# Fails the program with a reason.
wrong() {
    echo "FAIL $name: $*"
    bad=1
}

# One expected finding "KIND @MARK "TEXT"" must be among the findings not used so far; it is taken away.
take() {
    local kind mark= text= line rest=$1
    kind=${rest%%[ @\"]*}
    [[ $rest =~ @([a-z0-9]+) ]] && mark=${BASH_REMATCH[1]}
    [[ $rest =~ \"(.*)\" ]] && text=${BASH_REMATCH[1]}
    line=
    if [ -n "$mark" ]; then
        line=$(grep -n "/\*$mark\*/" "$file" | head -n 1 | cut -d: -f1)
        [ -n "$line" ] || { wrong "no line is marked $mark"; return; }
    fi
    local at
    at=$(jq --arg kind "$kind" --arg text "$text" --arg line "$line" \
        '[.[] | .kind == $kind and (.message | contains($text)) and ($line == "" or (.line | tostring) == $line)] | index(true)' <<<"$left")
    if [ "$at" = null ]; then
        wrong "expected $rest${line:+ (line $line)}, found $(jq -c '[.[] | "\(.kind) \(.line): \(.message)"]' <<<"$left")"
        return
    fi
    left=$(jq -c "del(.[$at])" <<<"$left")
}

one() {
    name=$1 file=$folder/$1.c bad=0
    [ -f "$file" ] || file=$folder/$1.i
    local expect options want status summary=$work/$name.json left text wanted
    expect=$(directive expect) options=$(directive options)
    [ -n "$expect" ] || { wrong "says no expectation"; return; }
    case $expect in
    safe) want=0 ;;
    incomplete) want=3 ;;
    *) want=1 ;;
    esac
    mkdir "$work/$name"
    # The options are words, and none holds a blank.
    # shellcheck disable=SC2086
    timeout 120 "$HEDDLE" test --quiet --echo-output --out="$work/$name/out" --summary="$summary" -Wno-everything $options "$file" \
        >"$work/$name/output" 2>"$work/$name/log" </dev/null
    status=$?
    if [ "$status" -ne "$want" ]; then
        wrong "exit status $status, not $want: $(jq -c '[[.bugs[] | "\(.kind) \(.line): \(.message)"], .incomplete]' "$summary" 2>/dev/null) $(tail -n 1 "$work/$name/log")"
        return
    fi
    wanted=$(directive incomplete)
    if [ -n "$wanted" ]; then
        jq -e --arg text "$wanted" '.incomplete | any(contains($text))' "$summary" >/dev/null || wrong "not incomplete because of '$wanted': $(jq -c .incomplete "$summary")"
    elif [ "$want" -ne 3 ]; then
        [ "$(jq .complete "$summary")" = true ] || wrong "incomplete: $(jq -c .incomplete "$summary")"
    fi
    wanted=$(directive assumption)
    [ -z "$wanted" ] || jq -e --arg text "$wanted" '.assumptions | any(contains($text))' "$summary" >/dev/null || wrong "does not assume '$wanted': $(jq -c .assumptions "$summary")"
    wanted=$(directive exit)
    [ -z "$wanted" ] || grep -q "exit status $wanted\$" "$work/$name/log" || wrong "the program did not exit with $wanted: $(grep 'exit status' "$work/$name/log")"
    wanted=$(directive output)
    [ -z "$wanted" ] || [ "$(tr -s ' \n' '  ' <"$work/$name/output" | sed 's/ $//')" = "$wanted" ] || wrong "wrote '$(head -c 200 "$work/$name/output")'"
    [ "$(jq .internal_error "$summary")" = null ] || wrong "internal error: $(jq .internal_error "$summary")"
    left=$(jq -c .bugs "$summary")
    case $expect in
    safe | incomplete) ;;
    some\ *)
        text=${expect#some }
        take "$text"
        local kind=${text%%[ @\"]*}
        [ "$(jq --arg kind "$kind" '[.[] | select(.kind != $kind)] | length' <<<"$left")" -eq 0 ] || wrong "also found $(jq -c '[.[] | "\(.kind) \(.line): \(.message)"]' <<<"$left")"
        ;;
    *)
        while [ -n "$expect" ]; do
            text=${expect%%;*}
            take "$text"
            [ "$text" = "$expect" ] && break
            expect=${expect#*; }
        done
        [ "$(jq length <<<"$left")" -eq 0 ] || wrong "also found $(jq -c '[.[] | "\(.kind) \(.line): \(.message)"]' <<<"$left")"
        ;;
    esac
    # Findings and test files are the same in number, and each replays.
    local test count=0
    for test in "$work/$name/out"/*.test.json; do
        [ -f "$test" ] || continue
        count=$((count + 1))
        timeout 60 "$HEDDLE" replay --quiet "$test" >/dev/null 2>"$work/$name/replay"
        status=$?
        [ "$status" -eq 1 ] || wrong "${test##*/}: replay ended with $status: $(tail -n 1 "$work/$name/replay")"
    done
    [ "$count" -eq "$(jq '.bugs | length' "$summary")" ] || wrong "$count tests for $(jq '.bugs | length' "$summary") findings"
    [ "$bad" -eq 0 ] && echo "PASS $name"
    rm -rf "${work:?}/$name"
}
export -f one directive wrong take

if [ $# -gt 0 ]; then
    names=$*
else
    names=$(cd "$folder" && ls ./*.[ci] | sed 's:^\./::; s:\.[ci]$::')
fi
# shellcheck disable=SC2086
printf '%s\n' $names | xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'one {}' >"$work/results"
grep '^FAIL' "$work/results" | LC_ALL=C sort
passed=$(grep -c '^PASS' "$work/results")
failed=$(grep '^FAIL' "$work/results" | cut -d: -f1 | sort -u | wc -l)
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
