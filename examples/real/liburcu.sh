#!/bin/bash
# Builds liburcu, whose atomic operations are inline assembly, with the examples in its documentation.
# Usage: liburcu.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch liburcu
cd "$build/liburcu"
[ -f Makefile ] || logged liburcu ./configure
logged liburcu make -j"$jobs"
for example in wfstack/cds_wfs_push wfcqueue/cds_wfcq_enqueue; do runs "$build/liburcu/doc/examples/$example"; done
