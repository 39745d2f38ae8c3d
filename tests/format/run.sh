#!/bin/bash
# The format of all C and the width of C and shell scripts (scripts/format.sh --check), and the names of
# functions (scripts/style.sh --check); and what the documents name is there.
needs_engine=no
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

case_all() {
    local ok wrong rest
    "$top/scripts/format.sh" --check >log 2>&1
    read -r ok rest wrong rest < <(tail -n 1 log | tr -d ,)
    grep -v ' passed, ' log
    passed=$((passed + ${ok:-0})) failed=$((failed + ${wrong:-1}))
}

# No two files of src/ define functions of one name; and the check sees where they do.
case_names() {
    local line='src/two.c:3: same is defined in src/one.c, too'
    check 'files of src/ share names of functions' "$top/scripts/style.sh" --check
    mkdir -p scripts src
    cp "$top/scripts/style.sh" scripts/
    printf 'static int same(void) { return 1; }\n' >src/one.c
    printf '/* same() */\nint same(int);\nint same(int x,\n         int y) {\n}\n' >src/two.c
    same 'shared names that are told' "$(scripts/style.sh --check | tail -n 1)" "$line"
    # A header and its source may have two definitions of one function, one of which is compiled.
    mv src/two.c src/one.h
    check 'a header and its source share a name' scripts/style.sh --check
}

# Files of a room call each other in one direction; and the check sees where they do not.
case_circles() {
    local told
    told=$("$top/scripts/style.sh" --circles | tail -n 1)
    if [ "${told% circles}" -le 3 ]; then good; else bad "more than three circles of calls: $told"; fi
    mkdir -p scripts src/room
    cp "$top/scripts/style.sh" scripts/
    printf 'int one(void) {\n    return two();\n}\n' >src/room/one.c
    printf 'int two(void) {\n    return "one()" /* one() */ ? 1 : 2;\n}\n' >src/room/two.c
    same 'circles of calls in texts' "$(scripts/style.sh --circles)" '0 circles'
    printf 'int three(void) {\n    return one();\n}\n' >>src/room/two.c
    same 'circles of calls' "$(scripts/style.sh --circles | tail -n 1)" '1 circles'
}

# Files that documents name exist; so does what carries the claims of the proofs.
case_documents() {
    local missing
    cd "$top" || return
    local folders='(src|runtime|tests|scripts|include|docs|bench|examples)'
    missing=$(grep -ohE "\\b$folders/[[:alnum:]_./-]+\\.(c|h|inc|md|sh)\\b" \
        docs/*.md docs/proofs/*.md ./*.md src/README.md src/*/README.md src/*/*/README.md |
        sort -u | grep -v NAME | while read -r file; do [ -e "$file" ] || echo "$file"; done)
    same 'files that are named and missing' "$missing" ''
    missing=$(awk '/^Carried by:/ { on = 1 } /^Attacked by:|^$/ { on = 0 } on' docs/proofs/*.md |
        grep -oE '`[a-z][a-z0-9_]+`' | tr -d '`' | sort -u |
        comm -23 - <(grep -rohE '[a-z][a-z0-9_]+' src runtime include scripts/*.sh | sort -u) | tr '\n' ' ')
    same 'what carries a claim and is missing' "$missing" ''
}

suite "$@"
