#!/bin/bash
# Fingerprints of states against the whole states, on an engine built for that (scripts/verify-fingerprints.sh). It takes
# minutes, so nothing is run without HEDDLE_LONG=1 (make check-long).
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${HEDDLE_LONG:-}" ]; then
    echo "only with HEDDLE_LONG=1"
    echo "0 passed, 0 failed"
    exit 0
fi
exec "$here/../../scripts/verify-fingerprints.sh" "${HEDDLE_VERIFY_BUILD:-build-verify}"
