/* signals.h — the signals that are pending for the process (signals.c). */
#ifndef HEDDLE_KERNEL_SIGNALS_H
#define HEDDLE_KERNEL_SIGNALS_H

#include "kernel.h"

extern HIDDEN unsigned __heddle_pending; /* its own state word: bit n - 1 for signal n */
/* Takes one of these signals out of those that are pending for the calling thread or the process, waiting for
 * one where `waits`; 0: none, or its time was over. */
HIDDEN int __heddle_take_signal(unsigned wanted, int waits, int timed);

#endif
