#!/bin/bash
# Racy and race-free programs in pairs, in the default mode: a race must be told in the ones and nothing in
# the others. The programs say what is expected as those of tests/detect do.
# Usage: run.sh [NAME...]       names without folder and .c; all when none is given
here=$(cd "$(dirname "$0")" && pwd)
DETECT_FOLDER=$here exec "$here/../detect/run.sh" "$@"
