#!/bin/bash
# clang-tidy over C sources, with the checks of .clang-tidy and the commands of a configured build folder.
# Prints what was found, then how often each check did; the exit status is 0 where nothing was.
# Usage: lint.sh BUILD_FOLDER [FOLDER|FILE.c...]      without: src, tests/unit, tests/oracle, tests/fuzz
set -u
cd "$(dirname "$0")/.."
build=${1:?"usage: lint.sh BUILD_FOLDER [FOLDER|FILE.c...]"}
shift
tool=$(command -v clang-tidy-19) || {
    echo 'lint: clang-tidy-19 is missing; scripts/setup.sh clang-tidy-19 installs it' >&2
    exit 2
}
[ -f "$build/compile_commands.json" ] || { echo "lint: $build is not configured" >&2; exit 2; }
[ $# -gt 0 ] || set -- src tests/unit tests/oracle tests/fuzz
found=$(
    find "$@" -name '*.c' | LC_ALL=C sort |
        xargs -P "${JOBS:-$(nproc)}" -n 1 "$tool" --quiet -p "$build" 2>/dev/null |
        grep -E '^[^ ]+:[0-9]+:[0-9]+: (error|warning): '
)
[ -n "$found" ] || { echo 'nothing found'; exit 0; }
found=$(LC_ALL=C sort -u <<<"$found" | sed "s:^$PWD/::; s:^\.\./::")
echo "$found"
sed 's/.*\[\([^],]*\).*\]$/\1/' <<<"$found" | sort | uniq -c | sort -rn
exit 1
