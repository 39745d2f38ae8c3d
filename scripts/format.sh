#!/bin/bash
# One format for all C: puts it right, or with --check tells the files that differ from it and the lines that are too
# long. Programs under tests/conform are written as they are on purpose (see the .clang-format there).
# Usage: format.sh [--check]
set -u
cd "$(dirname "$0")/.."
width=110
tool=$(command -v clang-format-19) || { echo "format: clang-format-19 is missing; scripts/setup.sh installs it" >&2; exit 2; }
list() { find src include runtime tests examples bench -name "$1" | LC_ALL=C sort; }
mapfile -t files < <(list '*.[ch]')
if [ "${1:-}" != --check ]; then
    exec "$tool" -i "${files[@]}"
fi
status=0
"$tool" --dry-run --ferror-limit=1 -Werror "${files[@]}" 2>&1 | grep -E 'error:' && status=1
# What a test program expects is told in one line.
long=$(list '*.[ch]' | grep -v '^tests/conform/' |
    LC_ALL=C.UTF-8 xargs grep -HnE "^.{$((width + 1)),}" | grep -vE '^[^:]*:[0-9]*:/\* *[a-z]+:')
[ -n "$long" ] && { echo "$long"; status=1; }
exit "$status"
