#!/bin/bash
# Programs whose runs have no bound but whose states are finite in number: threads that wait by looking,
# servers, token rings, event loops. An exploration ends only because it recognises states that it has met
# before; each program has bounded variants by -DBOUND=N where its loops have a natural round.
# The programs say what is expected as those of tests/detect do.
# Usage: run.sh [NAME...]       names without folder and .c or .i; all when none is given
here=$(cd "$(dirname "$0")" && pwd)
DETECT_FOLDER=$here exec "$here/../detect/run.sh" "$@"
