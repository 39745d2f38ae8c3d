#!/bin/bash
# Damaged inputs and random command lines: see fuzz.c.
# Environment: HEDDLE (the executable), HEDDLE_BUILD; HEDDLE_LONG: ten thousand cases instead of a hundred and fifty; FUZZ_SEED, FUZZ_COUNT
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
HEDDLE=$(realpath "${HEDDLE:-$top/build/heddle}")
fuzz=$(realpath "$(dirname "$HEDDLE")/fuzz")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/programs"
# Programs of many kinds, none of which includes another one.
grep -L '^#include "' "$top"/tests/detect/*.c "$top"/tests/objects/*.c "$top"/tests/races/*.c "$top"/examples/*.c | xargs cp -t "$work/programs"
mkdir "$work/run" && cd "$work/run" || exit 1
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
count=${FUZZ_COUNT:-150}
[ -n "${HEDDLE_LONG:-}" ] && count=10000
"$fuzz" "$HEDDLE" "$work/programs" $count "${FUZZ_SEED:-1}" >"$work/log" 2>&1
grep -v ' cases, ' "$work/log"
failed=$(grep -c '^FAIL' "$work/log")
if [ "$failed" -ne 0 ]; then
    rm -rf /tmp/heddle-fuzz-failed && mkdir /tmp/heddle-fuzz-failed && cp failed-* /tmp/heddle-fuzz-failed
    echo "what failed is in /tmp/heddle-fuzz-failed"
fi
cases=$(sed -n 's/^\([0-9]*\) cases, .*/\1/p' "$work/log")
if [ -z "$cases" ]; then cases=0 failed=1; fi
[ -z "$(ls "$TMPDIR" 2>/dev/null)" ] || { echo "temporary files are left: $(ls "$TMPDIR" | head -3 | tr '\n' ' ')"; failed=$((failed + 1)); }
echo "$((cases - failed > 0 ? cases - failed : 0)) passed, $failed failed"
[ "$failed" -eq 0 ]
