/*
 * contract.h — a check of the emulated kernel: whether pieces of system calls name what they share.
 * Pieces are independent unless they name a common object that one of them changes
 * (src/os/kernel_piece.c). So memory of the kernel that one piece writes may be touched by another
 * one only if an event orders the two. Accesses outside of pieces are events where they race, and
 * need no check but against pieces that change nothing by their own account.
 *
 * What counts is the last pass of an exploration: before it, calls may meet objects that others are
 * about to end, since what leads to them is not visible yet.
 */
#ifndef HEDDLE_AUDIT_CONTRACT_H
#define HEDDLE_AUDIT_CONTRACT_H

#include "run/observers.h"

/* Whether explorations are checked; only where base_invariants is set, too. */
extern bool contract_is_checked;
/* Receives each breach of an exploration that has ended, a text of one line; it stays the
 * caller's. NULL: the breaches are printed on stderr, and the process ends with exit status 4. */
extern void (*contract_told)(const char *text);

extern const RunObserver contract_observer;

#endif
