#!/bin/bash
# Programs with threads that run the same routine: what they expect is found although only one order of those
# that nothing tells apart is explored, and everything is explored where all orders would be far too many. In
# those that end in _told, something does tell them apart, and the bug needs another order than the one that
# would be chosen. The programs say what is expected as those of tests/detect do.
# Usage: run.sh [NAME...]       names without folder and .c or .i; all when none is given
here=$(cd "$(dirname "$0")" && pwd)
DETECT_FOLDER=$here exec "$here/../detect/run.sh" "$@"
