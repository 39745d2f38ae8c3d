#!/bin/bash
# The cache of loaded programs: a program from it is the same program, and it is used exactly where loading
# anew would give the same.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

before_case() { export XDG_CACHE_HOME=$PWD/xdg; }
cache() { echo "$XDG_CACHE_HOME"/heddle; }
entries() { find "$(cache)" -name '*.program' 2>/dev/null | wc -l; }

# explore NAME ARGUMENTS…: what heddle test prints, finds and writes goes to the folder NAME; times are taken
# out.
explore() {
    local into=$1 status=0
    shift
    mkdir -p "$into"
    "$HEDDLE" test --out=tests --summary=s.json "$@" >"$into/out" 2>"$into/all" </dev/null || status=$?
    echo "$status" >"$into/status"
    sed -E '/ after [0-9.]+ s, /d' "$into/all" >"$into/err"
    rm "$into/all"
    # Times, memory and the solver's numbers differ between any two runs.
    [ ! -f s.json ] || jq 'walk(if type == "object" then with_entries(select(
        .key | test("time|seconds|memory|rss|course") | not)) else . end)' s.json >"$into/summary"
    rm -rf "$into/tests" s.json
    [ ! -d tests ] || mv tests "$into/tests"
}
# agree A B: the folders are the same.
agree() {
    local difference
    difference=$(diff -rx summary.json "$1" "$2" | head -n 5 | tr '\n' '|')
    if [ -z "$difference" ]; then good; else bad "$1 and $2 differ: $difference"; fi
}
# used WHETHER COMMAND…: runs the command, and an entry that was there is read and stays (yes), or another one
# is written (no).
used() {
    local want=$1 before after old
    shift
    find "$(cache)" -name '*.program' -exec touch -d '2 days ago' {} + 2>/dev/null
    before=$(cd "$(cache)" 2>/dev/null && stat -c '%n %i' -- *.program 2>/dev/null | sort)
    "$@" >/dev/null 2>&1 </dev/null
    after=$(cd "$(cache)" 2>/dev/null && stat -c '%n %i' -- *.program 2>/dev/null | sort)
    old=$(find "$(cache)" -name '*.program' -mtime -1 | wc -l)
    if [ "$want" = yes ]; then
        same "files of the cache after $*" "$after" "$before"
        same "entries that $* used" "$old" 1
    elif [ "$after" = "$before" ]; then
        bad "$*: nothing was stored"
    else
        good
    fi
}

prepare() {
    cat >bug.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include "value.h"
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    printf("%d %d\n", VALUE, x);
    assert(x == VALUE);
    pthread_mutex_unlock(&m);
    return pthread_join(t, NULL);
}
int other(void) { return VALUE; }
END
    echo '#define VALUE 0' >value.h
}

# tried NAME ARGUMENTS…: without the cache, then twice with it, all is the same; the second time it is used.
tried() {
    local what=$1
    shift
    rm -rf "$XDG_CACHE_HOME" one two three
    explore one --cache=off "$@"
    same "$what: entries with --cache=off" "$(entries)" 0
    explore two "$@"
    same "$what: entries" "$(entries)" 1
    used yes "$HEDDLE" test --max-traces=1 --out=other "$@"
    explore three "$@"
    agree one two
    agree one three
}

# Of a third of the examples, which the commit chooses.
case_examples() {
    local f first last examples=("$top"/examples/*.c)
    read -r first last < <(part_of ${#examples[@]} 3)
    for f in "${examples[@]:first - 1:last - first + 1}"; do
        tried "$(basename "$f")" --max-time=20 --max-traces=200 "$f"
    done
}
case_programs() {
    local f
    for f in "$top"/tests/conform/{switch,varargs,setjmp,thread_local,weak,bitfield,global,long_double}*.c; do
        [ ! -f "$f" ] || tried "$(basename "$f")" --max-traces=50 --echo-output "$f"
    done
}
# Of an eighteenth of the programs of tests/detect, which the commit chooses.
case_code() {
    local f first last programs=("$top"/tests/detect/*.c)
    read -r first last < <(part_of ${#programs[@]} 18)
    for f in "${programs[@]:first - 1:last - first + 1}"; do
        "$HEDDLE" test --cache=off --dump-code "$f" >off 2>&1
        "$HEDDLE" test --dump-code "$f" >stored 2>&1
        "$HEDDLE" test --dump-code "$f" >read 2>&1
        cmp -s off stored && cmp -s off read || bad "the code of $(basename "$f") differs"
    done
    good
}
case_kinds() {
    cp "$common"/* .
    clang-19 -E -nostdinc -I"$HEDDLE_BUILD/resource/include" -D__HEDDLE__=1 bug.c -o bug.i
    "$HEDDLE" cc -g -c bug.c -o bug.o && "$HEDDLE" cc bug.o -o bug -lpthread && ar rc bug.a bug.o
    clang-19 -g -c -emit-llvm --target=x86_64-linux-musl -nostdinc -I"$HEDDLE_BUILD/resource/include" bug.c
    local f
    for f in bug.c bug.i bug.o bug bug.a bug.bc; do tried "$f" "$f"; done
    echo 'int more(void) { return 3; }' >more.c
    "$HEDDLE" cc -c more.c
    tried 'two files' bug.c more.o
}
case_large_memory() {
    echo 'static char big[700 << 20]; static char end[5000] = {[4999] = 7};
          int main(void) { return big[5] + end[4999]; }' >big.c
    tried big.c --echo-output big.c
    check 'zeros are stored' [ "$(du -sk "$XDG_CACHE_HOME" | cut -f1)" -lt 2000 ]
}
case_inputs() {
    cp "$common"/* .
    local t=("$HEDDLE" test --quiet)
    used no "${t[@]}" bug.c
    used yes "${t[@]}" bug.c
    used yes "${t[@]}" --strategy=dpor --max-traces=3 --out=elsewhere bug.c
    echo '#define VALUE 1' >value.h
    used no "${t[@]}" bug.c
    echo '#define VALUE 0' >value.h
    used yes "${t[@]}" bug.c
    echo >>bug.c
    used no "${t[@]}" bug.c
    used no "${t[@]}" -DOTHER bug.c
    used yes "${t[@]}" -DOTHER bug.c
    used no "${t[@]}" --checks=overflow bug.c
    used no "${t[@]}" --volatile=relaxed bug.c
    used no "${t[@]}" --no-optimisation bug.c
    used no "${t[@]}" --entry=other bug.c
    used no "${t[@]}" ./bug.c
    mkdir below && cd below || return
    used no "${t[@]}" ../bug.c
}
case_native_inputs() {
    cp "$common"/* .
    "$HEDDLE" cc -g bug.c -o bug -lpthread
    used no "$HEDDLE" test bug
    used yes "$HEDDLE" test bug
    touch bug
    used yes "$HEDDLE" test bug
    echo '#define VALUE 1' >value.h
    "$HEDDLE" cc -g bug.c -o bug -lpthread
    used no "$HEDDLE" test bug
}
# Headers that are there now and were not, or are found earlier.
case_headers() {
    cp "$common"/bug.c .
    mkdir first second
    echo '#define VALUE 0' >second/value.h
    sed -i 's/"value.h"/<value.h>/' bug.c
    local t=("$HEDDLE" test --echo-output -Ifirst -Isecond bug.c)
    "${t[@]}" >one 2>&1
    used yes "${t[@]}"
    echo '#define VALUE 1' >first/value.h
    used no "${t[@]}"
    "${t[@]}" >two 2>&1
    check 'the header that comes first now counts' grep -q '^1 ' two
    rm first/value.h
    used yes "${t[@]}"
    "${t[@]}" >three 2>&1
    check 'without it the other one counts again' grep -q '^0 ' three
    cat >has.c <<'END'
#if __has_include(<late.h>)
int main(void) { return 3; }
#else
int main(void) { return 4; }
#endif
END
    t=("$HEDDLE" test --quiet --echo-output --exit-status -Ifirst has.c)
    "${t[@]}" >/dev/null 2>&1
    same 'without the header that is asked for' $? 4
    : >first/late.h
    "${t[@]}" >/dev/null 2>&1
    same 'with it' $? 3
}
# unread ARGUMENTS…: nothing is cached of such a program: more than options and files decides about it.
unread() {
    rm -rf "$XDG_CACHE_HOME"
    "$HEDDLE" test --quiet "$@" >/dev/null 2>&1
    same "entries of $*" "$(entries)" 0
}
# What is kept is used without the compiler: everything that could change what it makes must be noticed.
case_reads() {
    cp "$common"/bug.c .
    mkdir -p first/sub second
    local t=("$HEDDLE" test --quiet --echo-output --exit-status)
    # Two ways to ask for a header, and folders where it is looked for before.
    echo '#include "sub/deep.h"' >second/value.h
    mkdir second/sub
    printf '#include "deeper.h"\n#define VALUE DEEP\n' >second/sub/deep.h
    echo '#define DEEP 0' >second/deeper.h
    local f
    for f in value.h first/sub/deep.h second/sub/deeper.h sub/deeper.h first/deeper.h deeper.h; do
        "${t[@]}" -Ifirst -I second bug.c >one 2>&1
        used yes "${t[@]}" -Ifirst -I second bug.c
        mkdir -p "$(dirname "$f")"
        printf '#define DEEP 1\n#define VALUE 1\n' >"$f"
        if [ "$f" = sub/deeper.h ] || [ "$f" = deeper.h ]; then
            # No file that asks for it is there: whether it is noticed does not matter.
            rm "$f"
            continue
        fi
        used no "${t[@]}" -Ifirst -I second bug.c
        "${t[@]}" -Ifirst -I second bug.c >two 2>&1
        "${t[@]}" --cache=off -Ifirst -I second bug.c >three 2>&1
        check "$f is read now" cmp -s two three
        rm "$f"
        used yes "${t[@]}" -Ifirst -I second bug.c
    done
    # A file that every source includes; one by another name of its folder.
    printf '#define VALUE 0\n' >value.h
    printf '#define MORE 0\n' >more.h
    "${t[@]}" -include more.h -I./first//. bug.c >/dev/null 2>&1
    used yes "${t[@]}" -include more.h -I./first//. bug.c
    echo '#define OTHER 0' >>more.h
    used no "${t[@]}" -include more.h -I./first//. bug.c
    # Asked for by a macro, from the environment, by another compiler.
    printf '#define H "value.h"\n#include H\nint main(void) { return VALUE; }\n' >macro.c
    "${t[@]}" macro.c >/dev/null 2>&1
    used yes "${t[@]}" macro.c
    echo '#define VALUE 7' >value.h
    "${t[@]}" macro.c >/dev/null 2>&1
    same 'the new value' $? 7
    CPATH=second used no "${t[@]}" macro.c
    mkdir bin
    printf '#!/bin/sh\nexec /usr/bin/clang-19 -DEXTRA "$@"\n' >bin/clang-19
    chmod +x bin/clang-19
    PATH=$PWD/bin:$PATH used no "${t[@]}" macro.c
    used yes "${t[@]}" macro.c
    PATH=:$PATH used yes "${t[@]}" macro.c
    # Names that are asked for.
    printf '#if defined(__has_include) && __has_include("second/late.h")\n' >has.c
    printf '#include "second/late.h"\n#endif\nint main(void) { return 0; }\n' >>has.c
    "${t[@]}" has.c >/dev/null 2>&1
    used yes "${t[@]}" has.c
    : >second/late.h
    used no "${t[@]}" has.c
    used yes "${t[@]}" has.c
    # A header that is only asked about, and removed later.
    printf '#include <stdio.h>\n#if __has_include("second/late.h")\n#define STATE "there"\n' >gone.c
    printf '#else\n#define STATE "gone"\n#endif\nint main(void) { puts(STATE); return 0; }\n' >>gone.c
    "${t[@]}" gone.c >one 2>&1
    check "it is there" grep -qx there one
    used yes "${t[@]}" gone.c
    rm second/late.h
    "${t[@]}" gone.c >two 2>&1
    check "it is gone" grep -qx gone two
    : >second/late.h
    ln -s nowhere first/late.h
    printf '#if __has_include(<late.h>)\nint main(void) { return 9; }\n' >link.c
    printf '#else\nint main(void) { return 8; }\n#endif\n' >>link.c
    "${t[@]}" -Ifirst link.c >/dev/null 2>&1
    same 'a link to nothing' $? 8
    : >first/nowhere
    "${t[@]}" -Ifirst link.c >/dev/null 2>&1
    same 'a link to something' $? 9
    # What is not known is not kept.
    printf '#include <stdio.h>\nint main(void) { return puts(__TIME__); }\n' >time.c
    printf '#define H <x.h>\n#if __has_include(H)\n#endif\nint main(void) { return 0; }\n' >asked.c
    printf '#define ASK __has_include\n#if ASK(<x.h>)\n#endif\nint main(void) { return 0; }\n' >named.c
    printf 'const char x[] = {\n#embed "value.h"\n};\nint main(void) { return x[0] == 1; }\n' >embed.c
    unread time.c
    unread asked.c
    unread named.c
    unread embed.c
    unread -Wp,-DX=1 macro.c
    # A header that was written while the compiler ran is another one than it read, perhaps.
    printf '#include "slow.h"\nint main(void) { return VALUE; }\n' >slow.c
    printf '#!/bin/sh\n/usr/bin/clang-19 "$@"; s=$?\necho "#define VALUE 2" >slow.h\nexit $s\n' >bin/clang-19
    echo '#define VALUE 1' >slow.h
    PATH=$PWD/bin:$PATH unread slow.c
}
# A set of reads that was damaged is not used; nor is one whose program is gone.
case_damaged_reads() {
    cp "$common"/* .
    explore one --cache=off bug.c
    "$HEDDLE" test --quiet bug.c >/dev/null 2>&1
    local file size at times=10
    file=$(echo "$(cache)"/*.reads)
    cp "$file" sound
    size=$(stat -c %s sound)
    [ -z "${HEDDLE_LONG:-}" ] || times=40
    for ((at = 0; at < size; at += size / times)); do
        cp sound "$file"
        printf '\x5a\xa5' | dd of="$file" bs=1 seek="$at" conv=notrunc status=none
        explore two bug.c
        agree one two
        same "the reads after damage at $at" "$(sed 1,2d "$file" | cksum)" "$(sed 1,2d sound | cksum)"
    done
    for at in 0 10 70 $((size / 2)) $((size - 1)); do
        cp sound "$file"
        truncate -s "$at" "$file"
        explore two bug.c
        agree one two
    done
    rm "$(cache)"/*.program
    used no "$HEDDLE" test bug.c
    used yes "$HEDDLE" test bug.c
}
# Where something stands on its line is part of a program; so is what a warning shows.
case_columns() {
    printf 'int main(void) { int y = /**/ 0; return 1 / y; }\n' >a.c
    explore one a.c
    printf 'int main(void) { int y = /*    */ 0; return 1 / y; }\n' >a.c
    explore two a.c
    explore three --cache=off a.c
    agree two three
}
case_warnings() {
    printf 'int main(void) { return undeclared(); }\nint undeclared(void) { return 0; }\n' >w.c
    explore one --cache=off w.c
    check 'clang warns' grep -q 'warning: call to undeclared function' one/err
    explore two w.c
    used yes "$HEDDLE" test w.c
    explore three w.c
    agree one two
    agree one three
}
case_errors() {
    echo 'int main(void) { return 0 }' >bad.c
    explore one --cache=off bad.c
    explore two bad.c
    explore three bad.c
    agree one two
    agree one three
    same entries "$(entries)" 0
}
# What was damaged, cut, or is something else is not used, and replaced.
case_damage() {
    cp "$common"/* .
    explore one --cache=off bug.c
    explore two bug.c
    local file size at how
    file=$(echo "$(cache)"/*.program)
    cp "$file" sound
    size=$(stat -c %s sound)
    for at in 0 17 40 70 200 1000 $((size / 2)) $((size - 1)); do
        cp sound "$file"
        printf '\x5a\xa5' | dd of="$file" bs=1 seek="$at" conv=notrunc status=none
        used no "$HEDDLE" test bug.c
    done
    for how in 0 10 80 $((size / 2)) $((size - 1)); do
        cp sound "$file"
        truncate -s "$how" "$file"
        used no "$HEDDLE" test bug.c
    done
    { cat sound; echo more; } >"$file"
    used no "$HEDDLE" test bug.c
    explore three bug.c
    agree one three
    # That of another program under this one's name.
    "$HEDDLE" test -DOTHER bug.c >/dev/null 2>&1
    for how in "$(cache)"/*.program; do [ "$how" = "$file" ] || cp "$how" "$file"; done
    used no "$HEDDLE" test bug.c
    rm "$file"
    mkdir "$file"
    explore three bug.c
    agree one three
    nothing_left
}
case_folders() {
    cp "$common"/* .
    explore one --cache=off bug.c
    echo file >taken
    "$HEDDLE" test --cache=taken bug.c >out 2>err
    same 'status with a file in the place of the folder' $? 1
    same 'notes' "$(grep -c 'note: --cache=taken: Not a directory; nothing is cached' err)" 1
    "$HEDDLE" test --cache=no/such/folder bug.c >out 2>err
    same 'status where the folder cannot be made' $? 1
    check 'a note' grep -q 'note: --cache=no/such/folder: ' err
    XDG_CACHE_HOME=$PWD/taken explore two bug.c
    agree one two
    rm -rf two
    XDG_CACHE_HOME='' HOME='' explore two bug.c
    agree one two
    rm -rf two
    XDG_CACHE_HOME='' HOME=$PWD/home explore two bug.c
    agree one two
    check 'the folder below HOME' [ -d home/.cache/heddle ]
    same 'the folder by default' "$(entries)" 0
    "$HEDDLE" test --cache=mine bug.c >out 2>err
    same 'entries in a folder that was given' "$(find mine -name '*.program' | wc -l)" 1
    rm -rf mine
    "$HEDDLE" test --cache=mine bug.c >out 2>err
    same 'entries after all was deleted' "$(find mine -name '*.program' | wc -l)" 1
    chmod a-w mine
    rm -rf two
    explore two --cache=mine bug.c
    agree one two
    chmod u+w mine
}
# A disk that is full: no file may become longer than 8 KiB.
case_full() {
    cp "$common"/* .
    "$HEDDLE" cc -g bug.c -o bug -lpthread
    explore one --cache=off bug
    mkdir small && mount -t tmpfs -o size=32k none small 2>/dev/null || return 0
    mkdir -p two
    explore two --cache=small bug
    same 'files on the full disk' "$(find small -type f | wc -l)" 0
    umount small
    agree one two
}
case_at_once() {
    cp "$common"/* .
    explore one --cache=off bug.c
    local k
    for k in 1 2 3 4 5 6; do
        mkdir "at$k"
        (cd "at$k" && cp ../bug.c ../value.h . && cd .. &&
            "$HEDDLE" test --quiet --out="at$k/tests" bug.c >"at$k/out" 2>&1
            echo $? >"at$k/status") &
    done
    wait
    for k in 1 2 3 4 5 6; do
        same "status of $k" "$(cat "at$k/status")" 1
        diff -rx summary.json one/tests "at$k/tests" >/dev/null || bad "the tests of $k differ"
    done
    same 'entries' "$(entries)" 1
    same 'unfinished files' "$(find "$(cache)" -name '*.new-*' | wc -l)" 0
}
# Members of the library are as good as inputs.
case_libraries() {
    cp "$common"/* .
    cp -r "$HEDDLE_BUILD/resource" resource
    export HEDDLE_RESOURCE_DIR=$PWD/resource
    used no "$HEDDLE" test bug.c
    used yes "$HEDDLE" test bug.c
    local member
    member=$(sed -n 's/^pthread_create \([^ ]*\) .*/\1/p' resource/runtime/index)
    cp "resource/runtime/$member" kept
    echo nothing >"resource/runtime/$member"
    "$HEDDLE" test bug.c >out 2>err
    same 'status with a damaged member' $? 2
    cp kept "resource/runtime/$member"
    used yes "$HEDDLE" test bug.c
    echo 'no_such_symbol none.bc strong' >>resource/libc/index
    used no "$HEDDLE" test bug.c
}
case_replay() {
    cp "$common"/* .
    explore one bug.c
    used yes "$HEDDLE" replay one/tests/0001-assertion.test.json
    "$HEDDLE" replay one/tests/0001-assertion.test.json >out1 2>err1
    same 'status from the cache' $? 1
    "$HEDDLE" replay --cache=off one/tests/0001-assertion.test.json >out2 2>err2
    same 'status without it' $? 1
    check 'the same' cmp -s out1 out2
    check 'the same messages' cmp -s err1 err2
    echo '#define VALUE 1' >value.h
    "$HEDDLE" replay one/tests/0001-assertion.test.json >out 2>err
    same 'status with another program' $? 2
    mkdir elsewhere && cd elsewhere || return
    echo '#define VALUE 0' >../value.h
    "$HEDDLE" replay --cache=mine ../one/tests/0001-assertion.test.json >out 2>err
    same 'entries in the folder given, seen from here' "$(find mine -name '*.program' | wc -l)" 1
}
case_diff() {
    cp "$common"/* .
    sed 's/x++/x += 2/' bug.c >new.c
    local how name
    # shellcheck disable=SC2043
    for how in off "$PWD/kept" "$PWD/kept"; do
        name=$((${name:-0} + 1))
        rm -rf out.db out
        "$HEDDLE" diff --cache="$how" --out=out bug.c new.c 2>&1 |
            sed -E 's/[0-9.]+ s\b//g; s/[0-9]+ MiB//g; s/ at [0-9-]{10} [0-9]{2}:[0-9]{2}$//' >"said$name"
        mkdir -p "tests$name" && cp out/*.json "tests$name/"
    done
    check 'the verdict is told' grep -q 'complete relative to the exploration of bug.c$' said1
    check 'the same with the cache' cmp -s said1 said2
    check 'the same from the cache' cmp -s said1 said3
    agree tests1 tests2
    agree tests1 tests3
    check 'entries' [ "$(find kept -name '*.program' | wc -l)" -ge 2 ]
}
case_sequential() {
    cp "$common"/* .
    explore one --cache=off --strategy=sequential bug.c
    explore two --strategy=sequential bug.c
    explore three --strategy=sequential bug.c
    agree one two
    agree one three
}

suite "$@"
