#!/bin/bash
# heddle diff: what of a changed program is explored again, what is found there and how that is told, and the
# database of what was explored. The programs of this folder are all their versions at once: the macro VERSION
# says which (versions makes v1.c, v2.c … of one).
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# versions PROGRAM NUMBER…
versions() {
    local number program=$1
    shift
    for number; do
        printf '#define VERSION %s\n#line 1 "%s.c"\n' "$number" "$program" >"v$number.c"
        cat "$here/$program.c" >>"v$number.c"
    done
}
# run STATUS ARGUMENTS…: runs heddle, output in ./out and ./err; complains about another exit status.
run() {
    local want=$1 status
    shift
    timeout 120 "$HEDDLE" "$@" >out 2>err </dev/null
    status=$?
    if [ "$status" -ne "$want" ]; then
        bad "heddle $*: exit status $status, not $want: $(tail -n 2 err | tr '\n' ' ')"
        return 1
    fi
}
# diff STATUS ARGUMENTS…: runs heddle diff, the summary in s.json.
compare() {
    local want=$1
    shift
    rm -f s.json
    run "$want" diff --summary=s.json "$@"
}
# first STATUS ARGUMENTS…: the same, with no database.
afresh() {
    rm -rf heddle-out heddle-out.db
    compare "$@"
}
# refused PATTERN ARGUMENTS…: exit status 2, nothing on stdout, exactly one line on stderr, which matches.
refused() {
    local pattern=$1
    shift
    run 2 diff "$@" || return
    same "heddle diff $*: lines on stdout" "$(wc -l <out)" 0
    same "heddle diff $*: lines on stderr: $(head -n 3 err | tr '\n' '|')" "$(wc -l <err)" 1
    check "heddle diff $*: '$(cat err)' does not say '$pattern'" grep -q -e "^heddle: .*$pattern" err
}
# tells FILE PATTERN
tells() { check "$1 has no '$2': $(head -n 5 "$1" | tr '\n' '|')" grep -q -e "$2" "$1"; }
# silent FILE PATTERN: it is not there.
silent() { check "$1 has '$2': $(grep -e "$2" "$1" | head -n 1)" not grep -q -e "$2" "$1"; }
not() { ! "$@"; }
# figures FILTER, of the last summary, in one line
figures() { jq -c "$1" s.json; }
# What was found: kind, function and message of each finding, sorted, in one line.
found() { jq -c '[.bugs[] | "\(.kind) \(.location.function // "") \(.message)"] | sort' "${1:-s.json}"; }

# --- the figures of the paper -------------------------------------------------------------------------------

case_figure_1() {
    local strategy options='--interleave=memory --checks=no-race --no-optimisation'
    versions figure_1 1 2
    for strategy in dpor por; do
        # shellcheck disable=SC2086
        afresh 0 $options --strategy=$strategy --prune=none v1.c v2.c
        same "$strategy: runs" "$(figures .traces)" 4
        # shellcheck disable=SC2086
        afresh 0 $options --strategy=$strategy --prune=cia v1.c v2.c
        same "$strategy: runs that the change affects" "$(figures .traces)" 2
    done
}

case_figure_3() {
    versions figure_3 1 2
    afresh 0 --strategy=dpor --no-optimisation --prune=none v1.c v2.c
    same 'paths' "$(figures .traces)" 4
    afresh 0 --strategy=dpor --no-optimisation v1.c v2.c
    same 'paths, and partial ones' "$(figures '[.traces, .pruned]')" '[0,2]'
}

case_figure_6() {
    versions figure_6 1 2
    afresh 0 --strategy=dpor --no-optimisation --prune=none v1.c v2.c
    same 'paths' "$(figures .traces)" 21
    afresh 0 --strategy=dpor --no-optimisation --prune=cia v1.c v2.c
    same 'paths that the change affects' "$(figures .traces)" 7
    afresh 0 --strategy=dpor --no-optimisation v1.c v2.c
    same 'paths, and partial ones' "$(figures '[.traces, .pruned]')" '[0,2]'
}

# lost PROGRAM: a bug that the published rules do not find in the second version.
lost() {
    local strategy prune options='--interleave=memory --checks=no-race'
    versions "$1" 1 2
    for strategy in dpor por; do
        for prune in none cia scia; do
            # shellcheck disable=SC2086
            afresh 1 $options --strategy=$strategy --prune=$prune v1.c v2.c
            same "$strategy, $prune: findings" "$(figures '[.findings_new, .bugs[].kind]')" '[1,"assertion"]'
        done
    done
    # shellcheck disable=SC2086
    afresh 0 $options --strategy=dpor --prune=paper v1.c v2.c
    same 'by the published rules' "$(figures '[.findings_new, .verdict]')" '[0,"safe"]'
}
case_lost_value() { lost lost_value; }
case_lost_choice() { lost lost_choice; }

# --- nothing changed ----------------------------------------------------------------------------------------

case_same() {
    local strategy
    versions counter 1
    # The same code in other lines, with other names of locals, and comments.
    sed -e '/^#line/d' -e 's/\bk\b/round/g' -e 's/\bt\b/threads/g' -e 's|^int main|/* It begins. */\n\n&|' v1.c >other.c
    for strategy in dpor por; do
        afresh 0 --strategy=$strategy v1.c v1.c
        same "$strategy: the same file" "$(figures '[.traces, .verdict, .complete]')" '[0,"safe",true]'
        tells err 'nothing is explored'
        compare 0 --strategy=$strategy v1.c other.c
        same "$strategy: the same code" "$(figures '[.traces, .events, .verdict]')" '[0,0,"safe"]'
        tells err 'nothing is explored'
        silent err 'it is explored first'
    done
}

case_same_with_findings() {
    local strategy
    versions findings 1
    { echo '/* Longer. */' && sed '/^#line/d' v1.c; } >other.c
    for strategy in dpor por; do
        afresh 1 --strategy=$strategy v1.c v1.c
        compare 1 --strategy=$strategy v1.c other.c
        same "$strategy: what is explored" "$(figures '[.traces, .events]')" '[0,0]'
        same "$strategy: findings" \
            "$(figures '[.findings_new, .findings_still, (.findings_gone | length), (.bugs | length)]')" '[0,2,0,2]'
        same "$strategy: how they are told" "$(grep -c 'still there: ' err)" 2
        silent err 'new: '
        replays "$strategy" 2
    done
}

# replays WHAT COUNT: so many tests were written for the new version, and each occurs again.
replays() {
    local test
    same "$1: tests" "$(find heddle-out -maxdepth 1 -name '*.test.json' | wc -l)" "$2"
    for test in heddle-out/*.test.json; do run 1 replay "$test" && good; done
}

# --- findings -----------------------------------------------------------------------------------------------

case_findings() {
    local strategy prune
    versions findings 1 2 3
    for strategy in dpor por; do
        for prune in none cia scia; do
            afresh 1 --strategy=$strategy --prune=$prune v1.c v2.c
            same "$strategy, $prune: numbers" "$(figures '[.findings_new, .findings_still, (.bugs | length)]')" '[1,1,2]'
            same "$strategy, $prune: gone" "$(figures '[.findings_gone[] | [.kind, .message]]')" \
                '[["assertion","assertion failed: VERSION != 1 || seen != 1"]]'
            same "$strategy, $prune: gone in the text" "$(grep -c '^heddle: gone: .*seen != 1' err)" 1
            same "$strategy, $prune: still there in the text" "$(grep -c 'note: still there: ' err)" 1
            same "$strategy, $prune: new in the text" "$(grep -c 'note: new: ' err)" 1
            tells err 'complete relative to the exploration of v1.c at 20'
            replays "$strategy, $prune" 2
            # The new version is the old one of the next.
            compare 0 --strategy=$strategy --prune=$prune v2.c v3.c
            silent err 'it is explored first'
            same "$strategy, $prune: at last" \
                "$(figures '[.findings_new, .findings_still, (.findings_gone | length), .verdict]')" '[0,0,2,"safe"]'
            same "$strategy, $prune: tests at last" "$(find heddle-out -maxdepth 1 -name '*.test.json' | wc -l)" 0
        done
    done
}

# --- what is not complete -----------------------------------------------------------------------------------

case_incomplete_old() {
    local strategy
    versions counter 1 2
    for strategy in dpor por; do
        afresh 3 --strategy=$strategy --max-traces=1 v1.c v1.c
        compare 3 --strategy=$strategy v1.c v2.c
        same "$strategy: verdict" "$(figures '[.verdict, .complete, .old.complete]')" '["incomplete",false,false]'
        tells err 'the exploration of the old version was not complete'
        check "$strategy: the reason is not in the summary" \
            jq -e '.incomplete | any(test("exploration of the old version"))' s.json >log
        silent err 'complete relative to'
    done
}

suite "$@"
