#!/bin/bash
# heddle report: what the page has, that texts of the program stay texts, and what is wrong with folders.
# Where Chromium and its driver are installed (packages chromium, chromium-driver), cases browser_… open
# the page; otherwise one line says that they are skipped.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
. "$here/browser.sh"

prepare() {
    # A race on one variable at two places, and an assertion about an input.
    cat >several.c <<'END_OF_FILE'
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
static int shared;
static void *worker(void *arg) {
    shared++;
    return arg;
}
int main(void) {
    pthread_t t;
    int n = heddle_int("n");
    pthread_create(&t, NULL, worker, NULL);
    shared = 3;
    if (n == 5) assert(n > 7);
    pthread_join(t, NULL);
    return 0;
}
END_OF_FILE
    cat >locks.c <<'END_OF_FILE'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_join(t, NULL);
    return 0;
}
END_OF_FILE
    # Values that threads read and write, with a concurrent thread that has nothing to do with it.
    cat >values.c <<'END_OF_FILE'
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int flag;
static _Atomic long unrelated;
static void *writer(void *arg) {
    flag = -7;
    return arg;
}
static void *other(void *arg) {
    unrelated = 1;
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, writer, NULL);
    pthread_create(&u, NULL, other, NULL);
    heddle_assert(flag != -7);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
END_OF_FILE
    cat >fine.c <<'END_OF_FILE'
#include <stdio.h>
int main(int argc, char **argv) {
    if (argc > 5)
        puts("never");
    return 0;
}
END_OF_FILE
    # Texts that would leave a script element, a comment, an attribute or a string.
    cat >'<img src=x onerror=alert(1)>.c' <<'END_OF_FILE'
#include <assert.h>
#include <heddle/heddle.h>
#include <stdio.h>
#include <string.h>
/* </script><script>alert(1)</script> <!-- <script> --> ]]> */
int main(void) {
    static const char evil[] = "</script><script>document.title='owned'</script>";
    char text[9];
    heddle_symbolic(text, sizeof text, "</script><svg onload=alert(2)>");
    puts(evil);
    puts("\xff\x01<!--<script>'\"&amp;");
    fflush(stdout);
    assert(!(!memcmp(text, "</script>", 9)) || !"</script><script>alert(3)</script>");
    return 0;
}
END_OF_FILE
    # Five threads take a mutex a thousand times each: 10,000 events and some.
    cat >long.c <<'END_OF_FILE'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void *worker(void *arg) {
    for (int k = 0; k < 1000; k++) {
        pthread_mutex_lock(&m);
        sum++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t t[5];
    for (int k = 0; k < 5; k++) pthread_create(&t[k], 0, worker, 0);
    for (int k = 0; k < 5; k++) pthread_join(t[k], 0);
    assert(sum < 5000);
    return 0;
}
END_OF_FILE
}
before_case() { cp "$common"/*.c .; }

# page_of STATUS ARGUMENTS…: explores, and makes p.html with its data in data.json.
page_of() {
    run "$1" test --quiet "${@:2}"
    run 0 report heddle-out -o p.html
    page_data p.html
}
# page_data PAGE: the data, from the one line that has them.
page_data() {
    same "lines with data of $1" "$(grep -c '^<script type="application/json" id="data">.*</script>$' "$1")" 1
    sed -n 's/^<script type="application\/json" id="data">\(.*\)<\/script>$/\1/p' "$1" >data.json
    check "the data of $1" jq -e . data.json >/dev/null
}
# finding N FILTER: of the data of one finding, with its places and texts by name.
finding() {
    jq -rc --argjson n "$1" '. as $d | def text: $d.texts[.]; def line: $d.places[.][1];
        def lane($f): $f.threads[.].name; .findings[$n] | . as $f | '"$2" data.json
}
refused() {
    local wanted=$1
    shift
    run 2 "$@"
    same "lines about $*" "$(wc -l <err)" 1
    check "what is told about $*: $(cat err)" grep -q -- "$wanted" err
}

# --- what is in the page ------------------------------------------------------------------------------------

case_findings() {
    page_of 1 several.c
    same 'kinds' "$(jq -c '[.findings[].kind] | sort' data.json)" '["assertion","race"]'
    same 'groups' "$(jq -c '[.groups[] | [.kind, (.findings | length)]] | sort' data.json)" \
        '[["assertion",1],["race",1]]'
    same 'the group of the race' "$(jq -r '.groups[] | select(.kind == "race").title' data.json)" \
        'Data race on `shared`'
    n=$(jq '[.findings[].kind] | index("assertion")' data.json)
    same 'inputs' "$(finding "$n" '.inputs[0][0]')" 'n = 5'
    same 'where' "$(finding "$n" '.place | line')" 14
    same 'routines' "$(finding "$n" '.threads[0] | .name + " " + .routine')" '0 main'
    check 'a reason' grep -q 'With the input' data.json
    n=$(jq '[.findings[].kind] | index("race")' data.json)
    same 'accesses' "$(finding "$n" '[.accesses[].place | line] | sort')" '[6,13]'
    same 'routines of the race' "$(finding "$n" '[.threads[] | .name + " " + .routine]')" \
        '["0 main","0.1 worker"]'
    same 'the source' "$(jq -r '.files[] | select(.name == "several.c") | .chunks[0][1]' data.json)" \
        "$(cat several.c)"
    same 'the verdict' "$(jq -r .verdict.headline data.json)" \
        '2 bugs found; everything was explored up to where threads stop at errors'
    nothing_left
}

# Races on one variable are one group, deadlocks on the same objects, too.
case_groups() {
    cat >races.c <<'END_OF_FILE'
#include <pthread.h>
static int x, y;
static void *first(void *arg) {
    x = 1;
    return arg;
}
static void *second(void *arg) {
    x = 2;
    y = 2;
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    x = 3;
    y = 3;
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
END_OF_FILE
    page_of 1 races.c
    same 'titles' "$(jq -c '[.groups[].title] | sort' data.json)" \
        '["Data race on `x`","Data race on `y`"]'
    same 'members' "$(jq -c '[.groups[].findings[]] | sort == [range(length)]' data.json)" true
    same 'races on x' "$(jq '.groups[] | select(.title | contains("x")).findings | length' data.json)" 3
    nothing_left
}

# Events, causes and locks are those of the run: a deadlock with a lock held on each side.
case_events() {
    page_of 1 locks.c
    same 'events' "$(finding 0 '.events | length')" \
        "$("$HEDDLE" show --format=dot heddle-out/0001-deadlock.test.json | grep -c '^    e[0-9]* \[')"
    "$HEDDLE" show --format=dot heddle-out/0001-deadlock.test.json |
        sed -nE 's/^  e([0-9]+) -> e([0-9]+) .*/\1 \2/p; s/^  e([0-9]+) -> e([0-9]+);/\1 \2/p' | sort >wanted
    finding 0 '.events | to_entries[] | .key as $k | .value[4][] | "\(. + 1) \($k + 1)"' | sort >got
    check 'causes' cmp wanted got
    same 'locks at the end' "$(finding 0 '[.locks[] | select(.[3] < 0)
        | (.[0] | lane($f)) + " " + (.[1] | text)] | sort')" \
        '["0 the mutex `b`","0.1 the mutex `a`"]'
    same 'threads' "$(finding 0 '[.threads[] | .blocked, .takesPart] | all')" true
    same 'the events that matter' "$(finding 0 '[.events[] | select(.[3] == 2) | .[1] | text] | sort')" \
        '["locks the mutex `a`","locks the mutex `b`"]'
    same 'the group' "$(jq -r '.groups[0].title' data.json)" 'Deadlock with `a`, `b`'
    nothing_left
}

case_values() {
    page_of 1 values.c
    same 'what was written' "$(finding 0 '[.events[] | select(.[6] == "-7") | .[2] | line]')" '[7]'
    same 'what was read' "$(finding 0 '[.events[] | select(.[5] == "-7") | .[2] | line]')" '[18]'
    same 'both matter' "$(finding 0 '[.events[] | select(.[5] == "-7" or .[6] == "-7") | .[3]]')" '[2,2]'
    # What is concurrent with the finding is no cause of it.
    same 'others' "$(finding 0 '[.events[] | select(.[0] | lane($f) == "0.2") | .[3]] | add // 0')" 0
    nothing_left
}

# What matters does not need the reasons: where threads influence each other, the last event of each thread
# that the finding is about, and where locks were taken that are held at the end, whatever was done since.
case_matters() {
    sed 's/    pthread_mutex_lock(&b);/&\n    pthread_mutex_lock(\&c);\n    pthread_mutex_unlock(\&c);/
        s/static pthread_mutex_t a/static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER, a/' locks.c >more.c
    run 1 test --quiet more.c
    run 0 report --why=0 heddle-out -o p.html
    page_data p.html
    same 'locks of main' "$(finding 0 '[.events[] | select(.[3] == 2)
        | select((.[0] | lane($f)) == "0") | .[1] | text]')" \
        '["locks the mutex `b`","unlocks the mutex `c`"]'
    run 1 test --quiet values.c
    run 0 report --why=0 heddle-out -o p.html
    page_data p.html
    same 'lines of what matters' "$(finding 0 '[.events[] | select(.[3] == 2)[2] | line] | sort')" '[7,18]'
    check 'more causes' [ "$(finding 0 '[.events[] | select(.[3] == 1)] | length')" -gt 2 ]
    nothing_left
}

case_coverage() {
    page_of 0 fine.c
    same 'lines' "$(jq -c '[.files[] | select(.name == "fine.c").lines[] | select(. < 0)]' data.json)" '[-4]'
    run 0 cover heddle-out
    same 'sides' "$(jq '[.files[].branches[]?[1] | if . < 0 then 0 else . % 2 + (. / 2 | floor) end] | add' \
        data.json)" \
        "$(sed -n 's/^BRH://p' out | awk '{ n += $1 } END { print n }')"
    same 'numbers' "$(jq -c '.verdict.numbers.traces' data.json)" "$(jq .traces heddle-out/summary.json)"
    nothing_left
}

# The verdict is that of the summary, and never more.
verdict() { jq -r '.verdict | .state + ": " + .headline' data.json; }
again() { run 0 report heddle-out -o p.html && page_data p.html; }
case_verdicts() {
    page_of 0 fine.c
    same 'safe' "$(verdict)" 'safe: no bug found; everything was explored'
    for change in '.complete = false' 'del(.complete)' '.verdict = "incomplete"' '.complete = "true"'; do
        cp heddle-out/summary.json kept
        jq "$change" kept >heddle-out/summary.json
        again
        same "with $change" "$(verdict)" 'incomplete: no bug found, but not everything was explored'
        mv kept heddle-out/summary.json
    done
    jq '.complete = false | .complete_at_bound = true | .bounds = ["two threads"]' heddle-out/summary.json >s
    mv s heddle-out/summary.json
    again
    same 'at a bound' "$(verdict)" 'bound: no bug found; the exploration is complete at its bound only'
    check 'the bound is not told' jq -e '.verdict.lines | index([["bound", "two threads"]])' data.json \
        >/dev/null
    jq '.schema = 99' heddle-out/summary.json >s && mv s heddle-out/summary.json
    again
    same 'another schema' "$(verdict)" 'none: no verdict: the summary is not of this version of Heddle'
    nothing_left
}
# Tests of bugs beside a summary that lists none, and no summary.
case_verdicts_of_others() {
    run 0 test --quiet fine.c
    cp heddle-out/summary.json kept
    run 1 test --quiet locks.c
    cp kept heddle-out/summary.json
    again
    same 'a summary of another exploration' "$(jq -r .verdict.state data.json)" none
    rm heddle-out/summary.json
    again
    same 'without a summary' "$(verdict)" \
        'none: no verdict: the folder has no summary of a finished exploration'
    # An exploration that is killed leaves no summary of the one before.
    run 1 test --quiet locks.c
    check 'a summary' [ -f heddle-out/summary.json ]
    sed 's/1000/100000/' long.c >longer.c
    "$HEDDLE" test --quiet longer.c >/dev/null 2>&1 &
    for ((k = 0; k < 200; k++)); do
        [ -f heddle-out/summary.json ] || break
        sleep 0.05
    done
    kill -KILL $!
    wait $! 2>/dev/null
    check 'a summary of an exploration that was killed' [ ! -f heddle-out/summary.json ]
    rm -rf "${TMPDIR:?}"/*
}

# The page has every text as it is, and no element but its own.
case_hostile() {
    page_of 1 '<img src=x onerror=alert(1)>.c'
    same 'script elements' "$(grep -c '<script' p.html)" 2
    same 'ends of script elements' "$(grep -o '</script>' p.html | wc -l)" 2
    same '< among the data' "$(grep -c '<' data.json)" 0
    check 'comments' [ -z "$(grep -o '<!--' data.json)" ]
    file='<img src=x onerror=alert(1)>.c'
    same 'the source' "$(jq -r '.files[] | select(.name | startswith("<img")) | .chunks[0][1]' data.json)" \
        "$(cat "$file")"
    same 'the output' "$(finding 0 .output | head -n 1)" "</script><script>document.title='owned'</script>"
    check 'bytes of the output' grep -q 'xff' <<<"$(finding 0 .output)"
    same 'the input' "$(finding 0 '.inputs[0][0]')" \
        '</script><svg onload=alert(2)> = "</script>" and 0 zero bytes'
    # The policy names the script and the style of the page by their digests, and nothing else.
    for part in script style; do
        digest=$(awk -v begin="<$part>" -v end="</$part>" 'index($0, begin) == 1 { on = 1; printf "\n"; next }
            index($0, end) == 1 { on = 0 } on' p.html | openssl dgst -sha256 -binary | base64)
        check "the digest of the $part" grep -qF "$part-src 'sha256-$digest'" p.html
    done
    check 'the policy' grep -qF "default-src 'none'" p.html
    check 'addresses' [ -z "$(grep -oE '(src|href)="[a-z]+:' p.html)" ]
    nothing_left
}

# Bytes that are no UTF-8, in the name of a file and in its text.
case_bytes() {
    cp locks.c $'odd \xe9.c'
    printf '// \xff\xfe\n' >>$'odd \xe9.c'
    page_of 1 $'odd \xe9.c'
    check 'the name' jq -e '.files[] | select(.name == "odd \\xe9.c")' data.json >/dev/null
    check 'the text' jq -e '[.files[].chunks[0][1] // "" | contains("\\xff\\xfe")] | any' data.json >/dev/null
    nothing_left
}

# Where the program is no longer that of the test, the page has the schedule, and says so.
case_changed() {
    run 1 test --quiet locks.c
    sed -i 's/pthread_mutex_lock(&a);/pthread_mutex_lock(\&a); pthread_mutex_trylock(\&b);/' locks.c
    again
    check 'the note' grep -q 'has changed' <<<"$(finding 0 .note)"
    same 'events' "$(finding 0 '.events | length')" \
        "$("$HEDDLE" show heddle-out/0001-deadlock.test.json |
            sed -n 's/^ *[0-9]* of \([0-9]*\) steps.*/\1/p')"
    rm locks.c
    run 0 report heddle-out -o p.html
    page_data p.html
    check 'no note' [ -n "$(finding 0 .note)" ]
    nothing_left
}

# Only the surroundings of a line of a large file are in the page.
case_large_file() {
    { cat locks.c && seq -f '/* a line that is not needed, number %.0f */' 20000; } >large.c
    page_of 1 large.c
    same 'lines of the file' "$(jq '.files[] | select(.name == "large.c").n' data.json)" "$(wc -l <large.c)"
    check 'all of it is there' [ "$(stat -c %s p.html)" -lt 300000 ]
    same 'its first line' \
        "$(jq -r '.files[] | select(.name == "large.c").chunks[0][1]' data.json | head -n 1)" \
        "$(head -n 1 large.c)"
    nothing_left
}

case_paths() {
    run 0 test --quiet --tests=all --test-format=json fine.c
    again
    same 'paths' "$(jq -c '[.npaths, (.paths | length), (.findings | length)]' data.json)" '[1,1,0]'
    nothing_left
}

case_curves() {
    run 1 test --quiet --stats=t.csv locks.c
    run 0 report --stats=t.csv -o p.html heddle-out
    page_data p.html
    same 'the table' "$(jq -r '.verdict.course[]' data.json)" "$(cat t.csv)"
    refused 'none.csv: No such' report --stats=none.csv heddle-out
    nothing_left
}

# --- what is wrong ------------------------------------------------------------------------------------------

case_wrong() {
    mkdir empty
    refused 'takes one folder' report
    refused 'takes one folder' report a b
    refused 'nowhere: No such file' report nowhere
    refused 'locks.c: not a folder' report locks.c
    refused 'empty: neither tests nor a summary' report empty
    run 1 test --quiet locks.c
    refused 'cannot write /nowhere/p.html' report heddle-out -o /nowhere/p.html
    refused 'cannot write /dev/full' report heddle-out -o /dev/full
    same 'pages that were left' "$(ls ./*.html heddle-out/*.html 2>/dev/null)" ''
    run 0 report heddle-out && check 'no page in the folder' [ -s heddle-out/report.html ]
    # In another folder, by names that are relative to it.
    mkdir sub
    (cd sub && run 0 report ../heddle-out -o here.html && check 'no page here' [ -s here.html ])
    check 'the page is where the command was' [ -s sub/here.html ]
    nothing_left
}

# damaged NAME: one line is about the file, and the page is made of the others.
damaged() {
    run 2 report heddle-out -o p.html
    same "lines about $1" "$(grep -c -- "$1" err) of $(wc -l <err)" '1 of 2'
}
case_damaged() {
    run 1 test --quiet several.c
    head -c 300 heddle-out/0001-*.test.json >heddle-out/0003-broken.test.json
    damaged 0003-broken.test.json
    page_data p.html
    same 'the others' "$(jq '.findings | length' data.json)" 2
    check 'no note' grep -q '0003-broken' <<<"$(jq -c .verdict.lines data.json)"
    rm heddle-out/0003-broken.test.json
    for file in summary coverage; do
        cp "heddle-out/$file.json" kept
        head -c 40 kept >"heddle-out/$file.json"
        damaged "$file.json"
        echo '[]' >"heddle-out/$file.json"
        damaged "$file.json"
        page_data p.html
        mv kept "heddle-out/$file.json"
    done
    nothing_left
}

# --- in a browser -------------------------------------------------------------------------------------------

# browse PAGE [light|dark] [WIDTHxHEIGHT]: false, without a check, where there is no browser.
browse() {
    has_browser || return
    browser_open "$PWD/$1" "${@:2}"
    same 'the title' "$(js 'return document.title.startsWith("Heddle: ")')" true
}
# done_browsing: nothing was refused or failed in the page.
done_browsing() {
    same 'complaints of the browser' "$(complaints)" ''
    browser_close
    nothing_left
}
line_shown() { js 'return document.querySelector("#code .here").dataset.line'; }
chosen() { js "return document.querySelector('#timeline [aria-selected=true]').textContent"; }
shown() { js 'return rows.length'; }
event() { js "return document.getElementById('panel').textContent"; }

# The source is that of the event that is clicked, or that the mouse is over.
case_browser_mouse() {
    page_of 1 values.c
    browse p.html || return
    same 'rows' "$(shown)" "$(js 'return finding.all.filter(e => e.level >= least || e.finding).length')"
    js "setFilterTo(0)" >/dev/null
    same 'all events' "$(js "return rows.filter(k => !finding.all[k].end).length")" \
        "$(finding 0 '.events | length')"
    same 'lanes' "$(js "return document.querySelectorAll('#lanes button').length")" 3
    at=$(finding 0 '.events | map(.[6] == "-7") | index(true)')
    click "#row-$at"
    same 'the line of the store' "$(line_shown)" 7
    check "the event: $(event)" grep -q 'writes -7' <<<"$(event)"
    same 'the thread at the line' \
        "$(js "return document.querySelector('#code .here .threads').textContent")" 0.1
    at=$(finding 0 '.events | map(.[5] == "-7") | index(true)')
    hover "#row-$at"
    same 'the line under the mouse' "$(js 'return document.querySelector("#code .preview").dataset.line')" 18
    same 'the chosen line' "$(line_shown)" 7
    click "#row-$at"
    check "the cause: $(event)" grep -q 'After, in other threads.*values.c:7' <<<"$(event)"
    click '#panel ul .step'
    same 'the line of the cause' "$(line_shown)" 7
    # The program begins at its own code.
    click '#row-0'
    same 'the line of the beginning' "$(line_shown)" 14
    # What is in the runtime, such as the end of a thread, has no source, and no line is marked for it.
    click "#row-$(js 'return rows.findIndex(k => !hasSource(place(finding.all[k].at)))')"
    check "the end of a thread: $(chosen)" grep -q 'before it ends' <<<"$(chosen)"
    same 'lines of the end' "$(js 'return document.querySelectorAll("#code .here").length')" 0
    check 'it is told' grep -q 'no source' <<<"$(js "return document.getElementById('where').textContent")"
    # A lane without its events, and with them again.
    click '#lanes button:nth-child(2)'
    same 'rows of a hidden lane' "$(js 'return rows.filter(k => finding.all[k].lane === 1).length')" 0
    click '#lanes button:nth-child(2)'
    check 'rows of a lane' [ "$(js 'return rows.filter(k => finding.all[k].lane === 1).length')" -gt 0 ]
    click '#more-tabs [data-key=threads]'
    check 'stacks' grep -q 'thread 0.2' <<<"$(event)"
    done_browsing
}

case_browser_keys() {
    page_of 1 locks.c
    browse p.html || return
    js "setFilterTo(1); document.getElementById('timeline').focus()" >/dev/null
    keys "$KEY_HOME"
    check "the first event: $(chosen)" grep -q '^1.*start' <<<"$(chosen)"
    keys "$KEY_DOWN$KEY_DOWN"
    check "the third event: $(chosen)" grep -q '^3' <<<"$(chosen)"
    keys "$KEY_UP"
    check "the second event: $(chosen)" grep -q '^2' <<<"$(chosen)"
    same 'its line' "$(line_shown)" 12
    # The creation is the cause of what the thread begins with.
    keys e
    check "along an arrow: $(chosen)" grep -q '0.1.*start' <<<"$(chosen)"
    keys c
    check "and back: $(chosen)" grep -q '^2' <<<"$(chosen)"
    keys "$KEY_RIGHT"
    check "the next lane: $(chosen)" grep -q '0.1' <<<"$(chosen)"
    keys "$KEY_LEFT"
    check "and back: $(chosen)" grep -q '0 main' <<<"$(chosen)"
    keys "$KEY_END"
    check "the end: $(chosen)" grep -q 'deadlock' <<<"$(chosen)"
    keys "$KEY_ENTER"
    same 'the focus' "$(js 'return document.activeElement.id')" code
    keys '?'
    same 'the keys' "$(js 'return document.getElementById("keys").open')" true
    js 'document.getElementById("keys").close(); document.activeElement.blur()' >/dev/null
    # Tab reaches every part, and nothing holds it.
    js 'window.reached = []; document.addEventListener("focusin", e => reached.push(
        e.target.id || e.target.dataset.key || e.target.dataset.lane || e.target.textContent))' >/dev/null
    for ((k = 0; k < 24; k++)); do keys "$KEY_TAB"; done
    for part in theme help tab-findings timeline file code step panel; do
        check "tab does not reach $part: $(js 'return reached')" \
            [ "$(js "return reached.includes('$part')")" = true ]
    done
    done_browsing
}

# Two findings: the keys and the list go from one to the other, and an address names a finding and its event.
case_browser_findings() {
    page_of 1 several.c
    browse p.html || return
    same 'findings' "$(js "return document.querySelectorAll('#list button').length")" 2
    n=$(jq '[.findings[].kind] | index("race")' data.json)
    click "#list [data-finding='$n']"
    check 'the title' grep -q 'data race' <<<"$(js "return document.getElementById('title').textContent")"
    click '#more-tabs [data-key=accesses]'
    check "accesses: $(event)" grep -q 'several.c:6.*several.c:13\|several.c:13.*several.c:6' <<<"$(event)"
    js "document.getElementById('timeline').focus()" >/dev/null
    [ "$n" = 0 ] && keys ']' || keys '['
    check 'the other' grep -q 'assertion' <<<"$(js "return document.getElementById('title').textContent")"
    keys "$KEY_HOME"
    address=$(js 'return location.href')
    wd POST "$session/url" '{"url": "about:blank"}' >/dev/null
    wd POST "$session/url" "$(jq -nc --arg url "$address" '{url: $url}')" >/dev/null
    check "after $address" grep -q '^1' <<<"$(chosen)"
    check 'the finding of the address' grep -q 'assertion' \
        <<<"$(js "return document.getElementById('title').textContent")"
    done_browsing
}

# The least contrast of a text that is seen and its ground.
contrast='
const parse = c => (c.match(/[\d.]+/g) || []).map(Number);
const linear = x => x <= .03928 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4;
const light = ([r, g, b]) => .2126 * linear(r / 255) + .7152 * linear(g / 255) + .0722 * linear(b / 255);
let least = 99;
for (const e of document.querySelectorAll("body *")) {
    const text = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    if (!text || !e.getClientRects().length) continue;
    let up = e, ground = [0, 0, 0, 0];
    while (up && (ground[3] === 0 || ground.length < 3)) {
        ground = parse(getComputedStyle(up).backgroundColor);
        if (ground.length === 4 && ground[3] === 0) up = up.parentElement; else break;
    }
    const a = light(parse(getComputedStyle(e).color).slice(0, 3)), b = light(ground.slice(0, 3));
    least = Math.min(least, (Math.max(a, b) + .05) / (Math.min(a, b) + .05));
}
return least >= 4.5 ? "enough" : least;'
case_browser_colours() {
    page_of 1 several.c
    for scheme in light dark; do
        browse p.html "$scheme" || return
        same "$scheme by the system" "$(js 'return document.documentElement.hasAttribute("data-dark")')" \
            "$([ "$scheme" = dark ] && echo true || echo false)"
        for ((k = 0; k < 3; k++)); do
            same "contrast, $scheme, $(js 'return theme')" "$(js "$contrast")" enough
            click '#theme'
        done
        for view in code statistics verdict; do
            click "#tab-$view"
            same "contrast of $view, $scheme" "$(js "$contrast")" enough
        done
        done_browsing
    done
}

case_browser_hostile() {
    page_of 1 '<img src=x onerror=alert(1)>.c'
    browse p.html || return
    for view in code statistics verdict findings; do click "#tab-$view"; done
    js "dispatchEvent(new Event('beforeprint'))" >/dev/null
    same 'elements of the program' \
        "$(js 'return document.querySelectorAll("img, svg[onload], iframe").length')" 0
    same 'scripts' "$(js 'return document.scripts.length')" 2
    same 'what was loaded' "$(js 'return performance.getEntriesByType("resource").length')" 0
    same 'the source' "$(js "return document.querySelector('#code [data-line=\"5\"] .t').textContent")" \
        "$(sed -n 5p '<img src=x onerror=alert(1)>.c')"
    same 'complaints so far' "$(complaints)" ''
    # Even a script that came into the page would not run, and nothing is loaded.
    js "const s = document.createElement('script');
        s.textContent = 'document.title = 1';
        document.body.append(s);
        const i = new Image(); i.src = 'http://127.0.0.1:9/x.png'; document.body.append(i)" >/dev/null
    sleep 0.2
    same 'the title' "$(js 'return document.title.startsWith("Heddle: ")')" true
    same 'what the policy refused' "$(complaints | grep -c 'Content Security Policy')" 2
    browser_close
    nothing_left
}

# 10,000 events: only what is seen is in the document, and no frame takes long.
case_browser_long() {
    run 1 test --quiet --stop-at-first long.c
    again
    check 'too few events' [ "$(finding 0 '.events | length')" -gt 10000 ]
    browse p.html || return
    click '#filter [data-key="0"]'
    same 'rows' "$(js 'return rows.length > 10000')" true
    check 'rows in the document' \
        [ "$(js 'return document.querySelectorAll("#timeline .row").length')" -lt 80 ]
    js "document.getElementById('timeline').focus()" >/dev/null
    keys "$KEY_HOME"
    check "the first: $(chosen)" grep -q '^1' <<<"$(chosen)"
    js 'document.getElementById("timeline").scrollTop = 26 * 5000; timeline.draw()' >/dev/null
    check 'the middle' [ "$(js 'return document.querySelectorAll("#row-5000").length')" = 1 ]
    # The median of 100 frames, each at another place; a busy machine has outliers.
    took=$(js 'const box = document.getElementById("timeline"), times = [];
        for (let k = 0; k < 100; k++) {
            const start = performance.now();
            box.scrollTop = 2600 * k;
            timeline.draw();
            box.getBoundingClientRect();
            times.push(performance.now() - start);
        }
        return Math.round(times.sort((a, b) => a - b)[50])')
    check "a frame takes $took ms" [ "$took" -lt 50 ]
    took=$(js 'const start = performance.now(); layOut(); return Math.round(performance.now() - start)')
    check "the layout takes $took ms" [ "$took" -lt 1000 ]
    keys "$KEY_END"
    check "the end: $(chosen)" grep -q 'assertion failed' <<<"$(chosen)"
    done_browsing
}

case_browser_views() {
    run 1 test --quiet several.c
    { echo seconds,traces,events && seq 50 | awk '{ print $1 "," $1 * $1 "," 7 }'; } >t.csv
    run 0 report --stats=t.csv -o p.html heddle-out
    page_data p.html
    browse p.html || return
    click '#tab-code'
    same 'executed lines' \
        "$(js "return document.querySelectorAll('#covered .row.yes, #covered .row.half').length")" \
        "$(jq '[.files[] | select(.name == "several.c").lines[] | select(. > 0)] | length' data.json)"
    same 'lines never executed' "$(js "return document.querySelectorAll('#covered .row.no').length")" \
        "$(jq '[.files[] | select(.name == "several.c").lines[] | select(. < 0)] | length' data.json)"
    click '#tab-statistics'
    same 'curves' "$(js "return [...document.querySelectorAll('.chart p:first-child')]
        .map(p => p.textContent).join()")" 'Runs2,500,Events7'
    js "document.querySelector('.chart svg').focus()" >/dev/null
    keys "$KEY_HOME"
    same 'the first point' "$(js "return document.querySelector('.chart b').textContent")" 1
    click '#tab-verdict'
    same 'the verdict' "$(js "return document.querySelector('#view-verdict .big').textContent")" \
        "$(jq -r .verdict.headline data.json)"
    # What is printed has all findings, with their events and stacks.
    js "dispatchEvent(new Event('beforeprint'))" >/dev/null
    same 'printed findings' "$(js "return document.querySelectorAll('#print section h2').length")" 4
    check 'printed rows' [ "$(js "return document.querySelectorAll('#print tr').length")" -gt 10 ]
    done_browsing
    browse p.html light 600x800 || return
    same 'too wide' "$(js 'return document.documentElement.scrollWidth <= innerWidth')" true
    done_browsing
}

# Each control has a name, and what it says of itself fits.
case_browser_names() {
    page_of 1 several.c
    browse p.html || return
    same 'controls without a name' "$(js "return [...document.querySelectorAll('button, select, [tabindex]')]
        .filter(e => !(e.textContent.trim() || e.getAttribute('aria-label')))
        .map(e => e.outerHTML).join()")" ''
    same 'tabs and what they control' "$(js "return [...document.querySelectorAll('[role=tab]')]
        .filter(e => !document.getElementById(e.getAttribute('aria-controls'))).length")" 0
    same 'the active event' "$(js "const t = document.getElementById('timeline'),
        row = document.getElementById(t.getAttribute('aria-activedescendant'));
        return row.getAttribute('aria-selected')")" true
    same 'identifiers twice' "$(js "const all = [...document.querySelectorAll('[id]')].map(e => e.id);
        return all.length - new Set(all).size")" 0
    done_browsing
}

[ "${1:-}" = --list ] || has_browser ||
    echo 'browser_*: skipped, there is no Chromium with a driver (chromium, chromium-driver)'
suite "$@"
