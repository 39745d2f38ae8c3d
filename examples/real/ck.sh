#!/bin/bash
# Builds Concurrency Kit, which is inline assembly throughout, and tests of its stacks, locks and reclamation.
# Usage: ck.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch ck
cd "$build/ck"
[ -f src/Makefile ] || logged ck ./configure
logged ck make
for folder in ck_stack ck_spinlock ck_epoch; do logged ck make -C "regressions/$folder/validate"; done
# The test of ticket locks once more, with ten rounds a thread instead of a million.
logged ck "$CC" -O2 -D_GNU_SOURCE -std=gnu99 -DITERATE=10 -Iinclude regressions/ck_spinlock/validate/ck_ticket.c \
    -lpthread -o ck_ticket_10
runs "$build/ck/regressions/ck_stack/validate/serial"
