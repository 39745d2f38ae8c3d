#!/bin/bash
# Random C programs: the checksum printed by a csmith program must be the same natively and in the engine.
# Programs that do not end natively within two seconds are skipped and replaced by the next seed.
# Usage: run.sh [COUNT [FIRST_SEED]]     Environment: HEDDLE, HEDDLE_LONG=1 (more programs), JOBS
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
export HEDDLE=${HEDDLE:-$top/build/heddle}
count=${1:-$([ -n "${HEDDLE_LONG:-}" ] && echo 300 || echo 20)}
seed=${2:-1}
export work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The header a csmith program includes, with the safe arithmetic it calls.
for folder in /usr/include/csmith /usr/include/csmith-2.3.0 /usr/local/include/csmith-2.3.0; do
    if [ -f "$folder/csmith.h" ]; then headers=$folder; fi
done
if [ -z "${headers:-}" ] || ! command -v csmith >/dev/null; then
    echo "csmith and its headers are not installed"
    echo "0 passed, 1 failed"
    exit 1
fi
export headers

one() {
    local seed=$1 file=$work/$1.c status
    cd "$work" && csmith --seed "$seed" --no-volatiles --no-packed-struct --max-funcs 5 --max-block-depth 3 --max-expr-complexity 6 \
        --max-array-dim 2 --max-array-len-per-dim 6 --output "$file" >/dev/null 2>&1 || { echo "SKIP $seed"; return; }
    clang-19 -w -O1 -I"$headers" "$file" -o "$work/$seed.exe" 2>/dev/null || { echo "SKIP $seed"; return; }
    timeout 2 "$work/$seed.exe" >"$work/$seed.native" || { echo "SKIP $seed"; return; }
    timeout 300 "$HEDDLE" test --quiet --strategy=dfs --echo-output --out="$work/$seed.out" -I"$headers" "$file" \
        >"$work/$seed.engine" 2>"$work/$seed.err" </dev/null
    status=$?
    if [ "$status" -ne 0 ]; then
        echo "FAIL seed $seed: heddle ended with status $status: $(tail -n 2 "$work/$seed.err" | tr '\n' ' ')"
    elif ! cmp -s "$work/$seed.native" "$work/$seed.engine"; then
        echo "FAIL seed $seed: natively '$(cat "$work/$seed.native")', in the engine '$(cat "$work/$seed.engine")'"
    else
        echo "PASS $seed"
    fi
    rm -rf "$work/$seed".*
}
export -f one

[ -x "$HEDDLE" ] || { echo "$HEDDLE is not built"; echo "0 passed, 1 failed"; exit 1; }
passed=0
: >"$work/results"
while [ "$passed" -lt "$count" ] && ! grep -q '^FAIL' "$work/results"; do
    need=$((count - passed))
    seq "$seed" $((seed + need - 1)) | xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'one {}' >>"$work/results"
    seed=$((seed + need))
    passed=$(grep -c '^PASS' "$work/results")
done
grep '^FAIL' "$work/results"
failed=$(grep -c '^FAIL' "$work/results")
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
