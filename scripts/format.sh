#!/bin/bash
# One format for all C: puts it right, or with --check tells the files that differ from it and the lines of C
# and of shell scripts that are too long; the last line is "N passed, N failed" then: files. Programs under
# tests/conform are written as they are on purpose (see the .clang-format there).
# Usage: format.sh [--check]
set -u
cd "$(dirname "$0")/.."
# Columns: `width` in sources; `wide` in scripts, tests and examples, as what is expected cites their lines.
width=100 wide=110
tool=$(command -v clang-format-19) || {
    echo "format: clang-format-19 is missing; scripts/setup.sh --tests installs it" >&2
    exit 2
}
list() { find "${@:2}" -name build -prune -o -name "$1" -print | LC_ALL=C sort; }
mapfile -t files < <(list '*.[ch]' src include runtime native tests examples bench)
mapfile -t scripts < <(list '*.sh' tests scripts bench; echo .ci/run)
if [ "${1:-}" != --check ]; then
    exec "$tool" -i "${files[@]}"
fi
wrong=$(
    "$tool" --dry-run --ferror-limit=1 -Werror "${files[@]}" 2>&1 | grep -E 'error:'
    # What a test program expects is told in one line.
    too_long() {
        LC_ALL=C.UTF-8 xargs grep -HnE "^.{$(($1 + 1)),}" | grep -vE '^[^:]*:[0-9]*:/\* *[a-z]+:' |
            sed "s/^\([^:]*:[0-9]*\):.*/\1: longer than $1 columns/"
    }
    printf '%s\n' "${files[@]}" | grep -vE '^(tests|examples)/' | too_long $width
    printf '%s\n' "${files[@]}" "${scripts[@]}" | grep -E '^(tests|examples)/|sh$|/run$' |
        grep -v '^tests/conform/.*\.c$' | too_long $wide
)
failed=$(cut -d: -f1 <<<"$wrong" | sort -u | grep -c .)
[ -z "$wrong" ] || echo "$wrong"
echo "$((${#files[@]} + ${#scripts[@]} - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
