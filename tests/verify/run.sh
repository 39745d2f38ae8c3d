#!/bin/bash
# Programs in the manner of the concurrency categories of software-verification contests: small algorithms,
# each with a right and, mostly, a wrong version. Where reach_error must not be reached, accesses of shared
# variables are interleaved as the contests have it (--interleave=memory); where the question is whether there
# is a data race, the default mode answers it. NAME.i are written as a preprocessor would have left them, with
# the declarations of glibc. The programs say what is expected as those of tests/detect do; NAME_wrong.c is
# NAME.c with a mistake.
# Usage: run.sh [NAME...]       names without folder and .c or .i; all when none is given
here=$(cd "$(dirname "$0")" && pwd)
DETECT_FOLDER=$here exec "$here/../detect/run.sh" "$@"
