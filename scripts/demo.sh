#!/bin/sh
# The demonstration: the main job on a small program with a bug that needs both an input and a schedule, and
# the replay of the test that was written. Finding the bug (exit status 1 of `heddle test`) is the success.
# Usage: demo.sh BUILD_FOLDER
set -eu
cd "$(dirname "$0")/.."
heddle=$1/heddle
out=$1/demo
[ -x "$heddle" ] || { echo "demo: $heddle was not built" >&2; exit 1; }
rm -rf "$out"
echo "\$ heddle test --strategy=por examples/addall.c"
status=0
"$heddle" test --strategy=por --out="$out" examples/addall.c || status=$?
if [ "$status" -ne 1 ]; then
    echo "demo: expected a finding (exit status 1), got exit status $status" >&2
    exit 1
fi
test=$(find "$out" -type f -name '*.json' ! -name 'summary*.json' | LC_ALL=C sort | head -n 1)
[ -n "$test" ] || { echo "demo: no test file in $out" >&2; exit 1; }
echo
echo "\$ heddle replay $test"
status=0
"$heddle" replay "$test" || status=$?
if [ "$status" -ne 1 ]; then
    echo "demo: the test did not replay (exit status $status)" >&2
    exit 1
fi
