#!/bin/bash
# Builds Concurrency Kit, which is inline assembly throughout, and tests of its stacks, locks and reclamation.
# Usage: ck.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch ck
cd "$build/ck"
[ -f src/Makefile ] || logged ck ./configure
logged ck make
for folder in ck_stack ck_spinlock ck_epoch; do logged ck make -C "regressions/$folder/validate"; done
runs "$build/ck/regressions/ck_stack/validate/serial"
