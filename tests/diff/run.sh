#!/bin/bash
# heddle diff: what of a changed program is explored again, what is found there and how that is told, and the
# database of what was explored. The programs of this folder are all their versions at once: the macro VERSION
# says which (versions makes v1.c, v2.c … of one).
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
. "$top/tests/campaigns/server.sh"
. "$here/server_cases.sh"

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
# compare STATUS ARGUMENTS…: runs heddle diff, the summary in s.json.
compare() {
    local want=$1
    shift
    rm -f s.json
    run "$want" diff --summary=s.json "$@"
}
# afresh STATUS ARGUMENTS…: the same, with no database.
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
# How many findings are new, still there and gone.
counts() { figures '[.findings_new, .findings_still, (.findings_gone | length)]'; }
# What was found: kind, function and message of each finding, sorted, in one line.
found() { jq -c '[.bugs[] | "\(.kind) \(.location.function // "") \(.message)"] | sort' "${1:-s.json}"; }

# --- the figures of the paper -------------------------------------------------------------------------------

case_figure_1() {
    # What is behind a cut-off is not seen, so with them por leaves out less.
    local strategy options='--interleave=memory --checks=no-race --no-optimisation --cutoffs=off'
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
case_write_race() {
    local strategy prune
    versions write_race 1 2
    for strategy in dpor por; do
        for prune in none cia scia; do
            afresh 1 --strategy=$strategy --prune=$prune v1.c v2.c
            same "$strategy, $prune: findings" "$(figures '[.findings_new, .bugs[].kind]')" '[1,"race"]'
        done
    done
}

# Behind the place where all runs of the old version ended a thread, nothing was executed, whatever it depends
# on: an assumption, an error that occurs again, an abort that is not told.
case_behind_end() {
    local how strategy mode kinds
    versions behind_end 1 2
    for how in -DCONSTANT "-DSTOP=heddle_assume(0)" "-DSTOP=heddle_assert(0)" "-DSTOP=pthread_exit(0)" \
        "-DSTOP=exit(0)" "-DSTOP=abort()" "-DSTOP=abort() --checks=no-abort"; do
        for mode in sync memory; do
            # shellcheck disable=SC2086
            "$HEDDLE" test -q --out=full --summary=full.json --interleave=$mode --checks=no-race $how \
                v2.c >log 2>&1
            kinds=$(jq -c '[.bugs[].kind] | sort' full.json)
            check "$how, $mode: nothing behind it: $kinds" grep -q memory <<<"$kinds"
            for strategy in dpor por; do
                # shellcheck disable=SC2086
                afresh 1 --strategy=$strategy --interleave=$mode --checks=no-race $how v1.c v2.c
                same "$how, $mode, $strategy: findings" "$(figures '[.bugs[].kind] | sort')" "$kinds"
            done
        done
    done
}

# --- nothing changed ----------------------------------------------------------------------------------------

# What the memory of a call has in it belongs to the program as its instructions do.
case_frame() {
    local strategy
    versions frame 1 2
    for strategy in dpor por; do
        afresh 1 --strategy=$strategy v1.c v2.c
        same "$strategy: findings" "$(figures '[.findings_new, .bugs[].kind]')" '[1,"memory"]'
    done
    run 0 diff --list v1.c v2.c
    tells out '^modified  worker'
}

case_same() {
    local strategy
    versions counter 1
    # The same code in other lines, with other names of locals, and comments.
    sed -e '/^#line/d' -e 's/\bk\b/round/g' -e 's/\bt\b/threads/g' v1.c |
        sed 's|^int main|/* It begins. */\n\n&|' >other.c
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

# A function that only dlsym finds is new: the code that asks for it is the same.
case_found_by_name() {
    local strategy
    cat >old.c <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
static int done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *arg) {
    pthread_mutex_lock(&m);
    done++;
    pthread_mutex_unlock(&m);
    return arg;
}
#ifdef HOOK
void hook(void);
void hook(void) { assert(done != 2); }
#endif
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    add(NULL);
    pthread_join(t, NULL);
    void (*found)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "hook");
    if (found) found();
}
END
    { echo '#define HOOK'; cat old.c; } >new.c
    for strategy in dpor por; do
        afresh 1 --strategy=$strategy old.c new.c
        same "$strategy: findings" "$(figures '[.bugs[] | .kind, .function]')" '["assertion","hook"]'
    done
}

# What a version showed up to a limit does not stay all that is known of it, nor hide that it was explored
# before; and what was not met there is not gone.
case_limited() {
    versions counter 1 2
    afresh 3 --strategy=por --max-traces=1 v1.c v1.c
    compare 0 --strategy=por v1.c v1.c
    tells err 'v1.c was explored up to a limit before; it is explored first'
    compare 3 --strategy=por --max-traces=1 v2.c v1.c
    compare 0 --strategy=por v1.c v1.c
    silent err 'it is explored first'
    printf '#include <assert.h>\n#include <heddle/heddle.h>\nint main(void) {\n' >old.c
    printf '    int x = heddle_int("x");\n    if (x == 1) return 1;\n    assert(x != 7);\n}\n' >>old.c
    sed 's/heddle_int("x")/& ^ 1/' old.c >new.c
    afresh 3 --max-traces=1 --hunt=off --strategy=por old.c old.c
    afresh 1 --hunt=off --strategy=por old.c old.c
    compare 3 --max-traces=1 --hunt=off --strategy=por old.c new.c
    tells err '^heddle: not met again: '
    silent err '^heddle: gone: '
}

# A leak of another size is another finding, and told as it is.
case_leak() {
    printf '#include <stdlib.h>\nint main(void) {\n    char *p = malloc(SIZE);\n    return !p;\n}\n' >leak.c
    sed 's/SIZE/15/' leak.c >v1.c
    sed 's/SIZE/16/' leak.c >v2.c
    afresh 1 --checks=leak v1.c v2.c
    same 'what leaks' "$(figures '[.bugs[].message]')" '["memory leak: 16 bytes are not freed at exit"]'
    same 'counts' "$(counts)" '[1,0,1]'
}

# Which functions are entered behind a state decides whether it holds for another version: an error in any of
# them is found, and where none changed that is entered with threads, a run or two are enough.
case_entered() {
    local number all define
    versions entered 1 2 3 4 5 6 7 8 9 10 11
    afresh 0 --strategy=por v1.c v1.c
    cp heddle-out.db old.db
    run 0 test --strategy=por --summary=s.json v1.c
    all=$(figures .traces)
    check "$all runs" [ "$all" -gt 20 ]
    for number in 2 3 4 5 7 8 9 10 11; do
        cp old.db heddle-out.db
        compare 1 --strategy=por v1.c "v$number.c"
        same "version $number" "$(figures '[.findings_new, .complete, ([.bugs[].kind] | unique)]')" \
            '[1,true,["assertion"]]'
    done
    for number in 2 3 4 5 6 7 8 9 10 11; do
        cp old.db heddle-out.db
        compare 0 --strategy=por -DRIGHT v1.c "v$number.c" || continue
        define="version $number: $(figures '[.traces, .verdict]') of $all"
        case $number in
        2 | 6) check "$define" [ "$(figures .traces)" -le 3 ] ;;
        *) check "$define" [ "$(figures .traces)" -le "$all" ] ;;
        esac
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
        same "$strategy: findings" "$(counts) $(figures '.bugs | length')" '[0,2,0] 2'
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
            same "$strategy, $prune: numbers" "$(counts) $(figures '.bugs | length')" '[1,1,1] 2'
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
            same "$strategy, $prune: at last" "$(counts) $(figures .verdict)" '[0,0,2] "safe"'
            same "$strategy, $prune: tests at last" \
                "$(find heddle-out -maxdepth 1 -name '*.test.json' | wc -l)" 0
        done
    done
    # A finding, and no complete exploration.
    afresh 1 v1.c v2.c
    rm -rf heddle-out
    compare 1 --stop-at-first v1.c v2.c
    same 'stopped at the first: complete' "$(figures .complete)" false
    silent err 'complete relative to'
}

# --- what is not complete -----------------------------------------------------------------------------------

case_thread_local() {
    local strategy
    versions thread_local 1 2
    for strategy in por dpor; do
        afresh 1 --strategy=$strategy --interleave=memory v1.c v2.c
        same "$strategy: the initial value changed" "$(counts)" '[1,0,0]'
        afresh 0 --strategy=$strategy --interleave=memory v2.c v1.c
        same "$strategy: it is right again" "$(counts)" '[0,0,1]'
    done
}

# --- findings of one text in one function ---------------------------------------------------------------

# checks_of VERSION LABEL…: a program that stores the numbers 1 to 4 in any order and fails for the labels,
# with one text everywhere. `form`: how the checks are written.
checks_of() {
    local version=$1 label
    shift
    printf '#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int x;\n'
    for ((label = 0; label < version * 3; label++)); do echo; done
    printf 'int version(void) { return %s; }\nstatic void check(int v) {\n' "$version"
    [ "$form" != switch ] || echo 'switch (v) {'
    for label; do
        case $form in
        switch) echo "case $label: assert(0); break; /*L$label*/" ;;
        if) echo "if (v == $label) assert(0); /*L$label*/" ;;
        between)
            printf 'if (v > %s)\nif (v < %s)\n' $((label - 1)) $((label + 1))
            echo "assert(0); /*L$label*/"
            ;;
        loop) echo "for (int k = 0; k < 2; k++) if (k * 10 + v == $label) assert(0); /*L$label*/" ;;
        esac
    done
    [ "$form" != switch ] || echo '}'
    printf '}\nstatic void *store(void *p) { x = (int)(long)p; return p; }\n'
    printf 'int main(void) {\npthread_t t[4];\n'
    printf 'for (long k = 0; k < 4; k++) pthread_create(&t[k], 0, store, (void *)(k + 1));\nint v = x;\n'
    printf 'for (int k = 0; k < 4; k++) pthread_join(t[k], 0);\ncheck(v);\nreturn 0;\n}\n'
}

# labels FILE: the labels of the lines whose numbers come in, sorted, in one line.
labels() {
    local line
    while read -r line; do sed -n "${line}s:.*/\*L\([0-9]*\)\*/:\1:p" "$1"; done | sort | tr '\n' ' '
}

# Random pairs: which of the checks are new, still there and gone is told by place, and all that a test of the
# new version finds is found.
case_equal_texts() {
    local count=8 k label old new first form
    [ -z "${HEDDLE_LONG:-}" ] || count=500
    first=$(($(first_seed) % 30000))
    for ((k = first; k < first + count; k++)); do
        RANDOM=$k old='' new=''
        local forms=(switch if between loop)
        form=${forms[RANDOM % 4]}
        for label in 1 2 3 4; do
            ((RANDOM % 4)) && old+=" $label"
            ((RANDOM % 4)) && new+=" $label"
        done
        # Of a single check on both sides nobody can say whether it is another, or only its condition is.
        [ "$(wc -w <<<"$old")" -gt 1 ] && [ "$(wc -w <<<"$new")" -gt 1 ] || continue
        # shellcheck disable=SC2086
        checks_of 0 $old >old.c
        # shellcheck disable=SC2086
        checks_of 1 $new >new.c
        afresh 1 old.c new.c || continue
        same "pair $k ($form): still there" \
            "$(awk -F: '/^new.c.*error:/ { n = $2 } /still there:/ { print n }' err | labels new.c)" \
            "$(comm -12 <(tr ' ' '\n' <<<"$old") <(tr ' ' '\n' <<<"$new") | xargs -rn1 | tr '\n' ' ')"
        same "pair $k ($form): new" \
            "$(awk -F: '/^new.c.*error:/ { n = $2 } /note: new:/ { print n }' err | labels new.c)" \
            "$(comm -13 <(tr ' ' '\n' <<<"$old") <(tr ' ' '\n' <<<"$new") | xargs -rn1 | tr '\n' ' ')"
        same "pair $k ($form): gone" \
            "$(sed -n 's/^heddle: gone: old.c:\([0-9]*\).*/\1/p' err | labels old.c)" \
            "$(comm -23 <(tr ' ' '\n' <<<"$old") <(tr ' ' '\n' <<<"$new") | xargs -rn1 | tr '\n' ' ')"
        jq -c '[.bugs[].location.line] | sort' s.json >by_diff
        run 1 test --hunt=off --summary=s.json new.c
        same "pair $k ($form): what a test of the new version finds" "$(cat by_diff)" \
            "$(jq -c '[.bugs[].location.line] | sort' s.json)"
    done
}

# A check that is added behind or before one of the same text, by the same macro or another.
case_text_of_another_check() {
    local added
    cat >old.c <<'END'
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
static int n = 1;
static void *thread(void *p) {
    BEFORE
    if (n == 1) heddle_assert(0); /* there in both */
    BEHIND
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    n = 2;
    pthread_join(t, 0);
    return 0;
}
END
    for added in 'assert(0);' 'heddle_assert(0);'; do
        sed 's/BEFORE//; s/BEHIND//' old.c >without.c
        sed "s/BEFORE//; s/BEHIND/if (n == 2) $added/" old.c >behind.c
        sed "s/BEFORE/if (n == 7) $added/; s/BEHIND//" old.c >before.c
        afresh 1 --checks=no-race without.c behind.c && same "$added behind" "$(counts)" '[1,1,0]'
        grep -A30 '^behind.c:7:' err | grep -q -m 1 'still there:' && good || bad "$added behind: $(cat err)"
        afresh 1 --checks=no-race without.c before.c && same "$added before" "$(counts)" '[0,1,0]'
        afresh 1 --checks=no-race behind.c without.c && same "$added that goes" "$(counts)" '[0,1,1]'
    done
}

case_incomplete_old() {
    local strategy
    versions counter 1 2
    for strategy in dpor por; do
        afresh 3 --strategy=$strategy --max-traces=1 v1.c v1.c
        compare 3 --strategy=$strategy --max-traces=100000 v1.c v2.c
        same "$strategy: verdict" "$(figures '[.verdict, .complete, .old.complete]')" \
            '["incomplete",false,false]'
        tells err 'the exploration of the old version was not complete'
        check "$strategy: the reason is not in the summary" \
            jq -e '.incomplete | any(test("exploration of the old version"))' s.json >log
        silent err 'complete relative to'
    done
}

# --- against heddle test ------------------------------------------------------------------------------------

# agrees STRATEGY PRUNE OLD NEW OPTION…: what is found in NEW, with what is known of OLD, is what heddle test
# finds there.
agrees() {
    local strategy=$1 prune=$2 old=$3 new=$4 what=$1/$2/${4##*/}
    shift 4
    local alone
    alone=alone-$({ echo "$strategy $new $*"; cat "$new"; } | cksum | tr -d ' ').json
    rm -f s.json
    # Of a version that was explored alone before, the summary is still there.
    [ -s "$alone" ] ||
        "$HEDDLE" test -q --out=alone --summary="$alone" "--strategy=$strategy" "$@" "$new" >log 2>&1
    "$HEDDLE" diff -q --summary=s.json "--strategy=$strategy" "--prune=$prune" "$@" "$old" "$new" >log 2>&1
    check "$what: heddle test has no summary" test -s "$alone"
    same "$what: findings" "$(found)" "$(found "$alone")"
    same "$what: verdict" "$(figures '[.verdict, .complete]')" "$(jq -c '[.verdict, .complete]' "$alone")"
}

# chain PROGRAM OPTION…: one of bench/diff, each version after the one before, with one database.
chain() {
    local strategy prune k p=$top/bench/diff/$1
    shift
    for strategy in dpor por; do
        for prune in cia scia; do
            rm -rf heddle-out heddle-out.db
            for k in 1 2 3 4; do
                agrees $strategy $prune "$p/v$k.c" "$p/v$((k + 1)).c" --checks=no-race "$@"
            done
        done
    done
}
# Fewer rounds and writers than in bench/: the bug is in the same version.
case_chain_account() { chain account --interleave=memory -DROUNDS=1; }
case_chain_lazy01() { chain lazy01 --interleave=memory; }
case_chain_stateful01() { chain stateful01 --interleave=memory; }
case_chain_twostage() { chain twostage -DWRITERS=2 -DREADERS=3; }

# objects PROGRAM: two versions, the second with a bug; from the first to the second and back, with races and
# without.
objects() {
    local strategy prune checks
    versions "$1" 1 2
    for strategy in dpor por; do
        for prune in cia scia; do
            for checks in race no-race; do
                rm -rf heddle-out heddle-out.db
                agrees $strategy $prune v1.c v2.c --checks=$checks
                check "$strategy, $prune: nothing is found" [ "$(figures .findings_new)" -gt 0 ]
                agrees $strategy $prune v2.c v1.c --checks=$checks
                # Without what is known of the first one.
                rm -rf heddle-out heddle-out.db
                agrees $strategy $prune v2.c v1.c --checks=$checks
            done
        done
    done
}
case_heap() { objects heap; }
case_condition() { objects condition; }
case_barrier() { objects barrier; }
case_semaphore() { objects semaphore; }
case_rwlock() { objects rwlock; }
case_once() { objects once; }
case_trylock() { objects trylock; }

# --- the database -------------------------------------------------------------------------------------------

case_database_place() {
    versions findings 1 2
    afresh 1 v1.c v2.c
    check 'it is not beside the output folder' [ -s heddle-out.db ]
    compare 1 --out=results/deep/ v1.c v2.c
    check '--out: it is not beside the folder' [ -s results/deep.db ]
    compare 1 --db=history v1.c v2.c
    check '--db: it is not there' [ -s history ]
    tells err 'v1.c was not explored with these settings before'
    compare 1 --db=history v1.c v2.c
    silent err 'was not explored with these settings before'
    check 'its size is not told' [ "$(figures .db_bytes)" -gt 4096 ]
}

# powerless COMMAND…: as a user who may not write everywhere.
powerless() {
    if [ "$(id -u)" -eq 0 ]; then
        setpriv --bounding-set=-dac_override,-dac_read_search,-fowner "$@"
    else
        "$@"
    fi
}
case_database_unusable() {
    versions counter 1 2
    echo 'this is a text, and it is long enough to be looked at by whoever wants to' >text
    refused 'text is not a database of heddle' --db=text v1.c v2.c
    refused 'No such file' --db=no/such/folder/x.db v1.c v2.c
    mkdir folder
    refused 'folder' --db=folder v1.c v2.c
    afresh 0 v1.c v2.c
    cp heddle-out.db newer.db
    # The version of the schema is at offset 60, the most significant byte first.
    printf '\0\0\0\143' | dd of=newer.db bs=1 seek=60 conv=notrunc 2>dd.log
    refused 'newer.db was made by a newer heddle' --db=newer.db v1.c v2.c
    cp heddle-out.db other.db
    printf 'Othr' | dd of=other.db bs=1 seek=68 conv=notrunc 2>dd.log
    refused 'other.db is a database, but not one of heddle' --db=other.db v1.c v2.c
    cp heddle-out.db fixed.db
    mkdir closed && cp heddle-out.db closed/x.db
    chmod 444 fixed.db closed/x.db && chmod 555 closed
    for file in fixed.db closed/x.db; do
        powerless timeout 60 "$HEDDLE" diff "--db=$file" v1.c v2.c >out 2>err
        same "$file: exit status" $? 2
        same "$file: lines: $(head -n 3 err | tr '\n' '|')" "$(wc -l <err)" 1
        tells err "^heddle: cannot .* $file: Permission denied"
    done
    chmod 755 closed
}

# A file with the tables of earlier builds, word for word, is read.
case_database_before() {
    versions findings 1 2
    "$HEDDLE_BUILD/campaign-sql" before.db "PRAGMA auto_vacuum = incremental;
CREATE TABLE versions (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,\
 program INTEGER NOT NULL, settings INTEGER NOT NULL, lineage INTEGER NOT NULL, layout BLOB NOT NULL,\
 finished INTEGER NOT NULL, complete INTEGER NOT NULL, verdict TEXT NOT NULL, incomplete TEXT NOT NULL,\
 result TEXT NOT NULL, created INTEGER NOT NULL, chunks INTEGER NOT NULL, findings INTEGER NOT NULL,\
 checksum INTEGER NOT NULL);
CREATE TABLE chunks (id INTEGER PRIMARY KEY,\
 version INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,\
 checksum INTEGER NOT NULL, data BLOB NOT NULL);
CREATE INDEX chunks_of_version ON chunks (version);
CREATE TABLE findings (id INTEGER PRIMARY KEY,\
 version INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,\
 key TEXT NOT NULL, kind TEXT NOT NULL, message TEXT NOT NULL, place TEXT NOT NULL,\
 checksum INTEGER NOT NULL, test BLOB NOT NULL, UNIQUE (version, key));
PRAGMA application_id = 1214604396; PRAGMA user_version = 1;" >out 2>err
    same "what SQLite says: $(cat err)" "$(wc -l <err)" 0
    compare 1 --db=before.db v1.c v2.c
    compare 1 --db=before.db v1.c v2.c
    silent err 'was not explored with these settings before'
}

# Pages that were overwritten are not trusted.
case_database_damaged() {
    local size at
    versions findings 1 2
    afresh 1 v1.c v2.c
    size=$(stat -c %s heddle-out.db)
    cp heddle-out.db whole.db
    for ((at = 4096; at < size; at += 4096)); do
        cp whole.db heddle-out.db
        head -c 3000 /dev/zero | tr '\0' 'x' |
            dd of=heddle-out.db bs=1 seek=$((at + 500)) conv=notrunc 2>dd.log
        rm -f s.json
        timeout 60 "$HEDDLE" diff -q --summary=s.json v1.c v2.c >out 2>err
        case $? in
        1) same "page $((at / 4096)): findings" "$(figures '.bugs | length')" 2 ;;
        2 | 3) check "page $((at / 4096)): no reason" [ -s err ] ;;
        *) bad "page $((at / 4096)): exit status other than 1, 2, 3" ;;
        esac
    done
}

# What is known of OLD is not all where the record of a finding cannot be trusted.
case_finding_damaged() {
    local at
    versions findings 1 2
    afresh 1 v1.c v1.c
    # Pages that are no longer in use may have it, too.
    for at in $(grep -obUa 'assertion failed: VERSION == 3' heddle-out.db | cut -d: -f1); do
        printf 'X' | dd of=heddle-out.db bs=1 seek="$at" conv=notrunc 2>dd.log
    done
    compare 1 v1.c v1.c
    same 'findings left' "$(figures '[(.bugs | length), .complete]')" '[1,false]'
    tells err 'a finding of the old version cannot be read from the database'
    compare 1 v1.c v2.c
    same 'findings of the next version' "$(figures '.bugs | length')" 2
}

case_database_limit() {
    local p=$top/bench/diff/reorder options='--interleave=memory --checks=no-race --strategy=dpor' k
    declare -A alone
    # Version 3 takes the database to its limit.
    for k in 1 2 3 4 5 1 5 2 4; do
        # shellcheck disable=SC2086
        if [ -z "${alone[$k]:-}" ]; then
            "$HEDDLE" test -q --out=alone $options --strategy=por "$p/v$k.c" >log 2>&1
            alone[$k]=$?
        fi
        # shellcheck disable=SC2086
        run ${alone[$k]} diff --quiet $options --db-limit=1 "$p/v1.c" "$p/v$k.c" && good
        check "version $k: the database has $(stat -c %s heddle-out.db) bytes" \
            [ "$(stat -c %s heddle-out.db)" -le $((1 << 20)) ]
    done
    refused 'db-limit' --db-limit=0 "$p/v1.c" "$p/v2.c"
    refused 'db-limit' --db-limit=few "$p/v1.c" "$p/v2.c"
}

# Options that change what is explored have explorations of their own.
case_settings() {
    local option
    versions findings 1 2
    afresh 1 v1.c v2.c
    for option in --interleave=memory --checks=no-race --strategy=dpor -DMORE=1 --no-optimisation; do
        compare 1 $option v1.c v2.c
        tells err 'v1.c was not explored with these settings before'
        compare 1 $option v1.c v2.c
        silent err 'was not explored with these settings before'
    done
    # Those that do not change it have not.
    for option in --quiet --cutoffs=off --max-time=100 --out=elsewhere --prune=cia; do
        compare 1 --db=heddle-out.db $option v1.c v2.c
        silent err 'was not explored with these settings before'
    done
    # What was explored with arguments is not what was explored with others.
    compare 1 v1.c v2.c -- one
    tells err 'was not explored with these settings before'
}

# What files say that the options name counts, too.
case_files_of_settings() {
    local how
    printf '#define VERSION 1\n' >v1.c
    cat >>v1.c <<'END'
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char c = 0;
    int f = open("/data", O_RDONLY);
    if (f >= 0) read(f, &c, 1);
    assert(getchar() != 'b' && c != 'b');
    return 0;
}
END
    mkdir files
    for how in in files/data; do
        echo a >in && echo a >files/data
        afresh 0 --stdin=in --files=files v1.c v1.c
        compare 0 --stdin=in --files=files v1.c v1.c
        silent err 'was not explored with these settings before'
        echo b >$how
        compare 1 --stdin=in --files=files v1.c v1.c
        tells err 'was not explored with these settings before'
    done
}

# What is not told with some settings is with others, and what is known of it says that it is not all.
case_untold() {
    local strategy how
    versions findings 1 2
    echo 'assertion:first' >rules && echo '*:*' >all
    for strategy in dpor por; do
        for how in --checks=no-assertion --suppressions=all; do
            afresh 3 --strategy=$strategy $how v1.c v1.c
            compare 3 --strategy=$strategy $how v1.c v1.c
            same "$strategy, $how: known" "$(figures '[.verdict, .complete, .old.complete]')" \
                '["incomplete",false,false]'
            compare 3 --strategy=$strategy $how v1.c v2.c
            compare 1 --strategy=$strategy v1.c v1.c
            same "$strategy, $how: told" "$(counts)" '[0,2,0]'
        done
        cp rules all
        compare 1 --strategy=$strategy --suppressions=all v1.c v1.c
        same "$strategy: told by other rules" "$(counts)" '[0,1,0]'
        echo '*:*' >all
    done
}

# What the published rules lose is lost for nobody else.
case_rules_apart() {
    local options='--interleave=memory --checks=no-race --strategy=dpor'
    versions lost_choice 1 2
    # shellcheck disable=SC2086
    afresh 0 $options --prune=paper v1.c v2.c
    # shellcheck disable=SC2086
    compare 1 $options v2.c v2.c
    tells err 'was not explored with these settings before'
}

# --- interruptions ------------------------------------------------------------------------------------------

# slow_pair ROUNDS: two versions that take about a second with 4 rounds, and far longer with 8.
slow='--interleave=memory --strategy=dpor'
slow_pair() {
    sed "s/define ROUNDS 4/define ROUNDS $1/" "$top/bench/diff/fib/v2.c" >v1.c
    sed "s/define ROUNDS 4/define ROUNDS $1/" "$top/bench/diff/fib/v3.c" >v2.c
}

case_killed() {
    local k times=10 pid wanted
    [ -z "${HEDDLE_LONG:-}" ] || times=200
    slow_pair 4
    # shellcheck disable=SC2086
    afresh "$("$HEDDLE" test -q --out=alone $slow v2.c >log 2>&1; echo $?)" $slow v1.c v2.c
    wanted="$(found) $(counts) $(figures '[.verdict, .complete]')"
    for ((k = 0; k < times; k++)); do
        rm -rf heddle-out heddle-out.db*
        # shellcheck disable=SC2086
        "$HEDDLE" diff -q $slow v1.c v2.c >log 2>&1 &
        pid=$!
        sleep "0.$((RANDOM % 10))$((RANDOM % 10))"
        kill -KILL $pid 2>/dev/null
        wait $pid 2>/dev/null
        rm -f s.json
        # shellcheck disable=SC2086
        "$HEDDLE" diff -q --summary=s.json $slow v1.c v2.c >log 2>&1
        same 'after SIGKILL' "$(found) $(counts) $(figures '[.verdict, .complete]')" "$wanted"
    done
}

case_interrupted() {
    local pid began took k status
    slow_pair 8
    for k in 0.0 0.2 0.5; do
        rm -rf heddle-out heddle-out.db
        # shellcheck disable=SC2086
        "$HEDDLE" diff $slow v1.c v2.c >out 2>err &
        pid=$!
        until grep -q 'explored first' err; do sleep 0.05; done
        sleep $k
        began=$EPOCHREALTIME
        kill -INT $pid
        wait $pid
        status=$?
        took=$(((${EPOCHREALTIME/./} - ${began/./}) / 1000))
        same "exit status after SIGINT ($k)" $status 3
        check "it took $took ms to end" [ "$took" -lt 1000 ]
        silent err 'complete relative'
    done
    # A later run goes on from what was kept; the old version is not taken for explored.
    # shellcheck disable=SC2086
    compare 3 --max-time=1 $slow v1.c v2.c
    tells err 'v1.c was not explored with these settings before'
    check 'what was summarised is not read' [ "$(jq .summaries_read s.json)" -gt 0 ]
}

# --- forms of versions --------------------------------------------------------------------------------------

case_forms() {
    local k clang
    versions findings 1 2
    clang=$(command -v clang-19 || command -v clang) || return
    for k in 1 2; do
        "$HEDDLE" cc v$k.c -o program$k -pthread >log 2>&1 || bad "heddle cc: $(head -n 1 log)"
        "$HEDDLE" cc -c v$k.c -o v$k.o >log 2>&1 || bad "heddle cc -c: $(head -n 1 log)"
        "$clang" -g -O0 -emit-llvm -c v$k.c -o v$k.bc >log 2>&1 || bad "clang: $(head -n 1 log)"
        mkdir part$k
        # The assertions in a file of their own.
        sed -e '/^static void \(first\|second\|third\)/d' v$k.c |
            sed -e '/^#include <assert/a void first(int), second(int), third(int);' >part$k/main.c
        grep '^#define' v$k.c >part$k/more.c
        echo '#include <assert.h>' >>part$k/more.c
        sed -n 's/^static void \(first\|second\|third\)/void \1/p' v$k.c >>part$k/more.c
    done
    for pair in 'program1 program2' 'v1.bc v2.bc' 'v1.o v2.o' 'v1.bc program2' \
        'part1/main.c,part1/more.c part2/main.c,part2/more.c'; do
        # shellcheck disable=SC2086
        afresh 1 $pair
        same "$pair: findings" "$(counts)" '[1,1,1]'
        replays "$pair" 2
    done
    refused 'part1/none.c: No such file' part1/main.c,part1/none.c v2.c
    refused ',: No such file' , v2.c
}

# --- what changed -------------------------------------------------------------------------------------------

# A gate: what is still there does not count and is not told; with little time, new findings are looked for
# first.
case_gate() {
    cat >gate.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void *add(void *arg) {
    y++;
#if VERSION == 2
    x++;
#else
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
#endif
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, add, NULL);
    pthread_create(&u, NULL, add, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(x == 2 || VERSION == 3);
    return 0;
}
END
    local k limit
    for k in 1 2 3; do sed "s/VERSION/$k/" gate.c >"gate$k.c"; done
    for limit in '' --max-time=60; do
        # shellcheck disable=SC2086
        "$HEDDLE" diff $limit --fail-on=new gate1.c gate2.c >out 2>err
        same "a new finding $limit" $? 1
        same "told $limit" "$(grep -c '^gate2.c.* error: ' err)" 2
        same "told, still there $limit" "$(grep -c '^gate2.c.* error: .*`y`' err)" 0
        check "counts $limit" grep -q '^heddle: findings: 2 new, 1 still there' err
        # shellcheck disable=SC2086
        "$HEDDLE" diff $limit --fail-on=new gate1.c gate3.c >out 2>err
        same "none $limit" $? 0
        same "not told $limit" "$(grep -c 'error:' err)" 0
        check "counts $limit" grep -q '^heddle: findings: 0 new, 1 still there' err
        # shellcheck disable=SC2086
        "$HEDDLE" diff $limit gate1.c gate3.c >out 2>err
        same "any $limit" $? 1
    done
    "$HEDDLE" diff -q --fail-on=new --max-traces=1 --out=other/ gate1.c gate3.c >out 2>err
    same 'a limit' $? 3
}

# Runs that are directed to the change find its bug. Of random ones (--strategy=random) one in 90 does, or
# one in 1,250. They are counted, so that the machine's load decides nothing.
case_directed() {
    local what directed most=30
    versions directed 1 2
    for what in -DWINDOW -DINPUT; do
        [ $what = -DINPUT ] && most=300
        rm -rf heddle-out heddle-out.db
        run 3 diff -q $what --max-traces=100 v1.c v1.c || continue
        compare 1 $what --max-time=100 --fail-on=new --stop-at-first v1.c v2.c || continue
        same "$what: findings" "$(figures '[.findings_new, .bugs[].kind, .bugs[].found_by]')" \
            '[1,"assertion","hunt"]'
        same "$what: nothing else was explored" "$(figures '[.traces, .halt_reason]')" '[0,"first bug"]'
        directed=$(figures .directed_runs)
        check "$what: $directed directed runs" test "$directed" -gt 0 -a "$directed" -le "$most"
    done
}

case_list() {
    versions counter 1 2
    run 0 diff --list v1.c v2.c
    same '--list' "$(sed 's/counter.c:[0-9]*  [0-9]* of [0-9]*/counter.c:N  N of N/' out)" \
        "$(printf 'modified  worker  counter.c:N  N of N instructions\nadded     calls')"
    run 0 diff --list v2.c v1.c && tells out '^deleted   calls$'
    run 0 diff --list v1.c v1.c && same 'nothing changed' "$(cat out)" ''
    check 'something was explored' [ ! -d heddle-out ]
}

case_explain() {
    local changed
    versions figure_1 1 2
    run 0 diff --explain --no-optimisation v1.c v2.c || return
    changed=$(grep -n 'x = VERSION' "$here/figure_1.c" | cut -d: -f1)
    read_x=$(grep -n 'int a = x' "$here/figure_1.c" | cut -d: -f1)
    read_y=$(grep -n 'int b = y' "$here/figure_1.c" | cut -d: -f1)
    same 'the lines that changed' "$(sed -n 's/^ *\([0-9]*\): changed.*/\1/p' out)" "$changed"
    tells out "^ *$read_x: .*forward"
    silent out "^ *$read_y: .*forward"
    check 'something was explored' [ ! -d heddle-out ]
    # The other way round: what was added is told as deleted, with the old version's lines.
    versions counter 1 2
    run 0 diff --explain v2.c v1.c && tells out 'old version' && tells out ': deleted$'
}

# --- bad usage ----------------------------------------------------------------------------------------------

case_bad_usage() {
    versions counter 1
    refused 'takes two versions' v1.c
    refused 'takes two versions' v1.c v1.c v1.c
    refused 'takes two versions'
    refused 'missing.c: No such file' missing.c v1.c
    refused 'missing.c: No such file' v1.c missing.c
    refused "prune: 'everything' is unknown; expected scia" --prune=everything v1.c v1.c
    refused "unknown option '--pruned'" --pruned v1.c v1.c
    refused 'db needs a value' v1.c v1.c --db
    refused 'takes no value' --list=yes v1.c v1.c
    run 0 diff --help && tells out '^usage: heddle diff .* OLD NEW'
    nothing_left
}

suite "$@"
