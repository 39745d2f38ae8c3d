#!/bin/bash
# Formats that others read: their required members, names and texts of the program that are hard to write, and
# files that cannot be written. HEDDLE_SARIF_SCHEMA=FILE: SARIF is validated by that schema, too, with
# jsonschema of Python. The schema is no part of the tree.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

prepare() {
    cat >locks.c <<'END_OF_FILE'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *worker(void *arg) {
    pthread_mutex_lock(&a);
    while (!ready) pthread_cond_wait(&c, &a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&a);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_join(t, NULL);
    return 0;
}
END_OF_FILE
    # A race, and two assertions with one text in one function.
    cat >several.c <<'END_OF_FILE'
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
static int x;
static void *worker(void *arg) {
    x++;
    return arg;
}
static void look(int n) {
    if (n == 1) assert(n > 7);
    if (n == 2) assert(n > 7);
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x = 3;
    look(heddle_int("n"));
    pthread_join(t, NULL);
    return 0;
}
END_OF_FILE
    # The same five lines further down, in a file of another name.
    { printf '\n\n\n\n\n' && cat several.c; } >moved.c
    # A wait and the signal that ends it.
    cat >wait.c <<'END_OF_FILE'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    int waits = 0;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    while (!ready) {
        waits++;
        pthread_cond_wait(&c, &m);
    }
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    assert(waits == 0);
    return 0;
}
END_OF_FILE
    cat >fine.c <<'END_OF_FILE'
int main(void) {
    return 0;
}
END_OF_FILE
    cat >loop.c <<'END_OF_FILE'
#include <heddle/heddle.h>
int main(void) {
    int sum = 0;
    for (int k = 0; k < 8; k++)
        if (heddle_int("n") > 5) sum = sum * 3 + heddle_int("m");
    return sum > 3;
}
END_OF_FILE
    cat >threads.c <<'END_OF_FILE'
#include <pthread.h>
static void *worker(void *arg) {
    return arg;
}
int main(void) {
    for (int k = 0; k < 3; k++) {
        pthread_t t;
        pthread_create(&t, NULL, worker, NULL);
        pthread_detach(t);
    }
    return 0;
}
END_OF_FILE
    # A name that is no word of a URI, of XML or of a workflow command, and not UTF-8.
    cp locks.c $'odd <&"%:,\xe9>.c'
}
before_case() { cp "$common"/*.c .; }

# --- SARIF --------------------------------------------------------------------------------------------------

# What the standard requires of each object that we write.
sarif_valid() {
    check "$1 lacks required members" jq -e '
        def text: type == "string" and length > 0;
        def message: (.text | text);
        def uri: type == "string" and test("^([-A-Za-z0-9._~/:]|%[0-9A-F]{2})*$");
        def location: (.message == null or (.message | message))
            and (.physicalLocation == null or (.physicalLocation
                | (.artifactLocation.uri | uri)
                and (.region == null or (.region.startLine >= 1
                    and (.region.startColumn == null or .region.startColumn >= 1)))))
            and (.logicalLocations == null or all(.logicalLocations[]; .name | text));
        def at_least_one: type == "array" and length > 0;
        .version == "2.1.0" and (.["$schema"] | text) and (.runs | length == 1) and (.runs[0]
            | . as $run
            | (.tool.driver | (.name | text) and (.version | text) and (.rules | type == "array"))
            and ([.tool.driver.rules[].id] | length == (unique | length))
            and all(.tool.driver.rules[]; (.id | text) and (.shortDescription | message))
            and (.invocations[0].executionSuccessful | type == "boolean")
            and all(.invocations[0].toolExecutionNotifications[]; .message | message)
            and (.originalUriBaseIds.SRCROOT.uri | uri and startswith("file:///") and endswith("/"))
            and all(.results[]; (.message | message) and (.ruleId as $id
                | $run.tool.driver.rules[.ruleIndex].id == $id)
                and (.locations | at_least_one) and all(.locations[]; location)
                and all(.relatedLocations[]?; location)
                and (.codeFlows | at_least_one) and all(.codeFlows[].threadFlows; at_least_one)
                and all(.codeFlows[].threadFlows[].locations; at_least_one)
                and all(.codeFlows[].threadFlows[].locations[]; (.location | location)
                    and .executionOrder >= 1
                    and (.importance | . == "important" or . == "essential" or . == "unimportant"))
                and all(.stacks[]?; (.frames | type == "array") and (.message | message))
                and (.partialFingerprints["heddleFinding/v1"] | test("^[0-9a-f]{32}:[0-9]+$"))))' \
        "$1" >/dev/null
    [ -n "${HEDDLE_SARIF_SCHEMA:-}" ] || return
    check "$1 is not valid by the schema" python3 -c '
import json, sys, jsonschema
schema, text = (json.load(open(name)) for name in sys.argv[1:])
jsonschema.validators.validator_for(schema)(schema).validate(text)' "$HEDDLE_SARIF_SCHEMA" "$1"
}
fingerprints() { jq -r '.runs[0].results[] | .ruleId + " " + .partialFingerprints["heddleFinding/v1"]' "$1"; }

case_sarif() {
    run 1 test --sarif=s.sarif locks.c
    sarif_valid s.sarif
    same 'the place' "$(jq -c '.runs[0].results[0].locations[0].physicalLocation
        | [(.artifactLocation | .uri, .uriBaseId), (.region | .startLine, .startColumn)]' s.sarif)" \
        '["locks.c","SRCROOT",21,5]'
    same 'threads with flows' "$(jq -c '[.runs[0].results[0].codeFlows[0].threadFlows[].id]' s.sarif)" \
        '["0","0.1"]'
    # The steps are those of the test, each once, in its order; then the ends of the threads.
    jq -r '[.runs[0].results[0].codeFlows[0].threadFlows[] | .id as $t | .locations[]
        | {n: .executionOrder, t: $t, p: .location.physicalLocation.region.startLine}]
        | sort_by(.n)[] | "\(.n) \(.t) \(.p)"' s.sarif >flows
    "$HEDDLE" show heddle-out/0001-deadlock.test.json >shown
    steps=$(sed -n 's/^ *[0-9]* of \([0-9]*\) steps.*/\1/p' shown)
    same 'numbers of steps' "$(cut -d' ' -f1 flows | tr '\n' ' ')" "$(seq $((steps + 2)) | tr '\n' ' ')"
    same 'the last step' "$(tail -n 1 flows)" "$((steps + 2)) 0 21"
    check 'no verdict' jq -e '.runs[0].properties.verdict == "bug"' s.sarif >/dev/null
    nothing_left
}

# Fingerprints survive moved lines, and tell two equal texts in one function apart.
case_sarif_fingerprints() {
    run 1 test --sarif=s.sarif several.c
    run 1 test --sarif=m.sarif --search=bfs moved.c
    sarif_valid s.sarif
    same 'findings' "$(fingerprints s.sarif | sed 's/ .*//' | sort | tr '\n' ' ')" \
        'assertion assertion race '
    same 'equal fingerprints' "$(fingerprints s.sarif | sort -u | wc -l)" 3
    same 'after moving' "$(fingerprints m.sarif | sort)" "$(fingerprints s.sarif | sort)"
    # Which of the two equal texts is which does not move either.
    at() {
        jq -c '[.runs[0].results[] | select(.ruleId == "assertion")
            | [.partialFingerprints[], .locations[0].physicalLocation.region.startLine - '"$2"']] | sort' "$1"
    }
    same 'places of fingerprints' "$(at m.sarif 5)" "$(at s.sarif 0)"
    same 'the other access' \
        "$(jq -c '.runs[0].results[] | select(.ruleId == "race") | [.locations[0], .relatedLocations[0]]
            | map(.physicalLocation.region.startLine) | sort' s.sarif)" '[6,16]'
}

case_sarif_names() {
    run 1 test --sarif=s.sarif $'odd <&"%:,\xe9>.c'
    sarif_valid s.sarif
    same 'the file' \
        "$(jq -r '.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri' s.sarif)" \
        'odd%20%3C%26%22%25%3A%2C%E9%3E.c'
}

# No results, and what that means.
case_sarif_verdicts() {
    run 0 test --sarif=s.sarif fine.c
    sarif_valid s.sarif
    check 'fine.c' jq -e '.runs[0] | .results == [] and .properties.verdict == "safe"
        and .invocations[0].toolExecutionNotifications == []' s.sarif >/dev/null
    run 3 test --max-traces=3 --sarif=s.sarif loop.c
    sarif_valid s.sarif
    check 'loop.c' jq -e '.runs[0] | .results == [] and .properties.verdict == "incomplete"
        and (.invocations[0].toolExecutionNotifications | length > 0)' s.sarif >/dev/null
}

case_sarif_diff() {
    sed 's/x = 3;/x = 3; assert(x != 3);/' several.c >new.c
    run 1 diff --sarif=s.sarif several.c new.c
    sarif_valid s.sarif
    check "states: $(jq -c '[.runs[0].results[] | [.message.text, .baselineState]]' s.sarif)" jq -e '
        .runs[0].results | (map(select(.message.text | test("x != 3"))) | length > 0
            and all(.[]; .baselineState == "new"))
        and (map(select(.message.text | test("n > 7"))) | length > 0
            and all(.[]; .baselineState == "unchanged"))' s.sarif >/dev/null
}

# --- JUnit --------------------------------------------------------------------------------------------------

# xml FILE XPATH: a value in it
xml() { xmllint --nonet --xpath "$2" "$1" 2>&1; }
case_junit() {
    command -v xmllint >/dev/null || return
    run 1 test --junit=j.xml several.c
    same 'counts' 110 \
        "$(xml j.xml 'concat(//testsuites/@tests, //testsuites/@failures, //testsuite/@errors)')"
    same 'test cases' "$(xml j.xml 'count(//testcase)')" 1
    same 'the name' "$(xml j.xml 'string(//testcase/@name)')" several.c
    same 'failures' "$(xml j.xml 'count(//testcase/failure)')" 3
    same 'failures of assertions' "$(xml j.xml 'count(//failure[@type="assertion"])')" 2
    check 'no place' [ "$(xml j.xml 'count(//failure[starts-with(@message, "several.c:10:")])')" = 1 ]
    check 'no report' [ "$(xml j.xml 'count(//failure[contains(., "heddle replay heddle-out/")])')" = 3 ]
    run 1 test --junit=j.xml $'odd <&"%:,\xe9>.c'
    same 'the odd name' "$(xml j.xml 'string(//testcase/@name)')" 'odd <&"%:,\xe9>.c'
    run 0 test --junit=j.xml fine.c
    same 'of fine.c' "$(xml j.xml 'concat(//testsuite/@failures, count(//failure), count(//error))')" 000
    run 3 test --max-traces=3 --junit=j.xml loop.c
    errors() { xml j.xml 'concat(//testsuite/@errors, count(//failure), //error/@type)'; }
    same 'of loop.c' "$(errors)" 10incomplete
    run 5 test --max-threads=2 --junit=j.xml threads.c
    same 'at a bound' "$(errors)" 10bound
    nothing_left
}

# --- annotations --------------------------------------------------------------------------------------------

case_annotations() {
    unset GITHUB_WORKSPACE
    run 1 test --annotations=github several.c
    same 'lines' "$(wc -l <out)" 3
    same 'errors' 3 \
        "$(grep -c '^::error file=several\.c,line=[0-9]*,col=[0-9]*,title=heddle%3A [a-z]*::' out)"
    check 'not both places of the race' \
        grep -q 'line=\(6\|16\),.*race::.*%0Athe unordered [a-z]* is at several.c:\(6\|16\):.*%0Areplay' out
    GITHUB_WORKSPACE=${PWD%/*}/ run 1 test --annotations=github locks.c
    check "no file below the workspace: $(cat out)" grep -q "^::error file=${PWD##*/}/locks.c,line=21," out
    GITHUB_WORKSPACE=/elsewhere run 1 test --annotations=github $'odd <&"%:,\xe9>.c'
    same 'the odd name' "$(sed 's/,line=.*//' out)" '::error file=odd <&"%25%3A%2C\xe9>.c'
    run 0 test --annotations=github fine.c
    same 'of fine.c' "$(cat out)" ''
    run 3 test --max-traces=3 --annotations=github loop.c
    same 'of loop.c' "$(cat out)" '::warning title=heddle::no bug found, but not everything was explored'
    run 2 test --annotations=gitlab fine.c
}

# --- witnesses ----------------------------------------------------------------------------------------------

# of FILE XPATH: a value in GraphML, whose names have a name space
of() { xml "$1" "$(sed 's/\([a-z]*\)::/*[local-name()="\1"]/g' <<<"$2")"; }
case_witness() {
    command -v xmllint >/dev/null || return
    cat >reach.c <<'END_OF_FILE'
#include <assert.h>
#include <pthread.h>
void reach_error(void) { assert(0); }
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    for (int k = 0; k < 12; k++) {
        pthread_create(&t, NULL, worker, NULL);
        pthread_join(t, NULL);
    }
    pthread_mutex_lock(&m);
    if (x == 12)
        reach_error();
    pthread_mutex_unlock(&m);
    return 0;
}
END_OF_FILE
    run 1 test --witness=w.graphml reach.c
    data() { of w.graphml "string(//graph::/data::[@key=\"$1\"])"; }
    same 'the type' "$(data witness-type) $(data witness-format-version)" 'violation_witness 1.0'
    same 'the file' "$(data programfile) $(data programhash)" "reach.c $(sha256sum <reach.c | cut -d' ' -f1)"
    same 'the specification' "$(data specification)" 'CHECK( init(main()), LTL(G ! call(reach_error())) )'
    check "the time: $(data creationtime)" \
        grep -qE '^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$' <<<"$(data creationtime)"
    for key in sourcecodelang producer architecture; do check "no $key" [ -n "$(data $key)" ]; done
    # Lines and threads. The ninth thread has the name of the first, and a number of its own.
    n=$(of w.graphml 'count(//edge::)')
    for ((k = 1; k <= n; k++)); do
        of w.graphml "concat(//edge::[$k]/data::[@key=\"startline\"], \" \",
            //edge::[$k]/data::[@key=\"threadId\"], \" \", //edge::[$k]/data::[@key=\"createThread\"])"
    done | sed 's/ $//' | tr '\n' ',' >edges
    same 'edges' "$(cat edges)" "$(for ((k = 1; k <= 12; k++)); do printf '15 0 %d,7 %d,9 %d,16 0,' $k $k $k
    done)18 0,20 0,"
    same 'the last edge' "$(of w.graphml 'string(//edge::[last()]/data::[@key="enterFunction"])')" reach_error
    # One path from the entry to the violation, and every key is declared.
    same 'nodes' "$(of w.graphml 'count(//node::)')" $((n + 1))
    for ((k = 1; k <= n; k++)); do
        of w.graphml "concat(//edge::[$k]/@source, \">\", //edge::[$k]/@target)"
    done | tr '\n' ' ' >path
    same 'the path' "$(cat path)" "$(for ((k = 0; k < n; k++)); do printf 'n%d>n%d ' $k $((k + 1)); done)"
    same 'entry and violation' "$(of w.graphml 'concat(//data::[@key="entry"]/../@id, " ",
        //data::[@key="violation"]/../@id)')" "n0 n$n"
    same 'keys without a declaration' "$(of w.graphml 'count(//data::[not(@key = //key::/@id)])')" 0
    # An assertion of assert(), in a file with a name that is hard to write.
    cp several.c $'odd <&"%:,\xe9>.c'
    run 1 test --witness=w.graphml $'odd <&"%:,\xe9>.c'
    same 'the odd file' "$(data programfile)" 'odd <&"%:,\xe9>.c'
    same 'its contents' "$(data programhash)" "$(sha256sum <several.c | cut -d' ' -f1)"
    same 'its specification' "$(data specification)" 'CHECK( init(main()), LTL(G ! call(__assert_fail())) )'
    # Where no assertion fails no witness is left.
    run 1 test --witness=w.graphml locks.c
    check 'a witness of an earlier exploration' [ ! -e w.graphml ]
    nothing_left
}

# --- the run of a test --------------------------------------------------------------------------------------

# edges: the immediate causes in ./out, as "FROM>TO" in the order of the later event
edges() { sed -n 's/^  e\([0-9]*\) -> e\([0-9]*\)\( .*\)\?;$/\1>\2/p' out | tr '\n' ' ' | sed 's/ $//'; }
# shown FORMAT TEST EVENTS: prints the run, whose events are the steps of the test
shown() {
    run 0 show "$2"
    same "$1: steps" "$(sed -n 's/^ *[0-9]* of \([0-9]*\) steps.*/\1/p' out)" "$3"
    run 0 show --format="$1" "$2"
    same "$1: messages" "$(cat err)" ''
}

# The causes, derived by hand from the order in which the threads go on.
case_dot() {
    run 1 test locks.c
    shown dot heddle-out/0001-deadlock.test.json 8
    # Main: start, create, lock a, signal, unlock a, lock b (1 to 6). The worker: start, lock a (7, 8).
    same 'causes' "$(edges)" '1>2 2>3 3>4 4>5 5>6 2>7 5>8 7>8'
    same 'arrows to the deadlock' "$(grep -c -- '-> finding ' out)" 2
    same 'threads' "$(grep -c 'subgraph cluster_' out)" 2
    tells_step() { check "event $1 is not $2" grep -q "^ *e$1 \[label=\"$1: $2" out; }
    tells_step 4 'signals the condition variable `c`.nlocks.c:18:5"'
    tells_step 8 'locks the mutex `a`.nlocks.c:6:5"'
    run 1 test wait.c
    shown dot heddle-out/0001-assertion.test.json 12
    # Main: start, create, lock, wait (1 to 4). The worker: start, lock, signal, unlock, exit (5 to 9). Main:
    # wake, which takes the mutex (10), unlock, join (11, 12). The lock comes after the wait, which gives the
    # mutex back. So the wait and the signal are causes of the wake, but not immediate ones.
    same 'causes with a wait' "$(edges)" '1>2 2>3 3>4 2>5 4>6 5>6 6>7 7>8 8>9 8>10 10>11 9>12 11>12'
    run 1 test $'odd <&"%:,\xe9>.c'
    shown dot heddle-out/0001-deadlock.test.json 8
    check 'the odd name' grep -qF 'odd <&amp;\"%:,\\xe9>.c:6:5"' out
    if command -v dot >/dev/null; then check 'dot' dot -Tsvg -o out.svg out; fi
    nothing_left
}

case_perfetto() {
    run 1 test locks.c
    shown perfetto heddle-out/0001-deadlock.test.json 8
    same 'slices' "$(jq '[.traceEvents[] | select(.ph == "X" and .cat != "blocked")] | length' out)" 8
    check 'members' jq -e 'all(.traceEvents[]; (.ph | length == 1) and (.name | type == "string")
        and .pid == 1 and .tid >= 0 and .ts >= 0 and (.ph != "X" or .dur > 0))' out >/dev/null
    # Slices of a thread do not overlap.
    check 'overlapping slices' jq -e '[.traceEvents[] | select(.ph == "X")] | group_by(.tid)
        | all(.[]; sort_by(.ts) | [.[:-1], .[1:]] | transpose | all(.[]; .[0].ts + .[0].dur <= .[1].ts))' \
        out >/dev/null
    same 'threads' "$(jq -c '[.traceEvents[] | select(.name == "thread_name") | .args.name]' out)" \
        '["main (0)","worker (0.1)"]'
    # Locks from the event that takes them to the one that gives them back, or to the end, where threads are
    # blocked, behind event 9.
    same 'locks' "$(jq -c '[.traceEvents[] | select(.cat == "held")] | group_by(.id)[]
        | [.[0].name, (map(.ts / 10 | floor + 1))]' out | tr '\n' ' ')" \
        '["the mutex `a`, held by main (0)",[3,5]] ["the mutex `b`, held by main (0)",[6,10]] '"$(:
        )"'["the mutex `a`, held by worker (0.1)",[8,10]] '
    same 'dependences' "$(jq -c '[.traceEvents[] | select(.cat == "dependence")] | group_by(.id)
        | map(map(.ts / 10 | floor + 1))' out)" '[[2,7],[5,8]]'
    same 'blocked threads' "$(jq '[.traceEvents[] | select(.cat == "blocked")] | length' out)" 2
    # Locks that are given back in the order in which they were taken, and one that is held twice.
    cat >chain.c <<'END_OF_FILE'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&a);
    pthread_rwlock_rdlock(&r);
    pthread_rwlock_rdlock(&r);
    pthread_rwlock_unlock(&r);
    pthread_mutex_unlock(&b);
    pthread_rwlock_unlock(&r);
    assert(0);
}
END_OF_FILE
    run 1 test chain.c
    shown perfetto heddle-out/0001-assertion.test.json 9
    same 'locks of a chain' "$(jq -c '[.traceEvents[] | select(.cat == "held")] | group_by(.id)
        | map(map(.ts / 10 | floor + 1))' out)" '[[2,4],[3,8],[5,9],[6,7]]'
    nothing_left
}

# What a run needs: the program as it was, and somewhere to write.
case_show_refused() {
    run 1 test -q locks.c
    for format in dot perfetto; do
        run 2 show --format=$format missing.test.json
        same 'lines' "$(wc -l <err)" 1
        [ -e /dev/full ] || continue
        "$HEDDLE" show --format=$format heddle-out/0001-deadlock.test.json >/dev/full 2>err
        same "$format to a full disk" "$? $(grep -c 'cannot write to standard output' err)" '2 1'
    done
    sed -i 's/ready = 1/ready = 2/' locks.c
    run 2 show --format=dot heddle-out/0001-deadlock.test.json
    same 'a changed program' "$(grep -c 'has changed since this test was written' err)" 1
    run 2 show --format=svg heddle-out/0001-deadlock.test.json
}

# --- all of them --------------------------------------------------------------------------------------------

# Files that cannot be written: one line, and exit status 2 where nothing was found.
case_unwritable() {
    local refused='^heddle: the .* could not be written: cannot write missing/file'
    for option in sarif junit; do
        run 2 test -q --$option=missing/file fine.c
        same "lines of --$option" "$(grep -c "$refused" err)" 1
        same "other lines of --$option" "$(wc -l <err)" 1
        [ -e /dev/full ] || continue
        run 2 test -q --$option=/dev/full fine.c
        same "lines of --$option=/dev/full" "$(grep -c 'No space left' err)" 1
    done
    # A finding decides the exit status.
    for option in sarif junit witness; do
        run 1 test -q --$option=missing/file several.c
        same "lines of --$option" "$(grep -c "$refused" err)" 1
    done
    nothing_left
}

suite "$@"
