/*
 * run_interferences.h — the interferences (Farzan, Holzer, Razavi and Veith, Con2colic Testing,
 * section 3) among the causes of the newest event of a thread.
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_RUN_INTERFERENCES_H
#define HEDDLE_STRATEGIES_INTERFERENCE_RUN_INTERFERENCES_H

#include "run/run.h"
#include "finding/finding.h"

/*
 * Adds the interferences of the current run to the finding, whose schedule is that of the run. An
 * interference is a load that reads a store of another thread although program order, creation and
 * joins do not put the store before the load, or a piece of a system call that works on an object
 * of the kernel which another thread changed last. Only causes of the newest step of the
 * finding's thread count, the step that is being carried out included. Causes are given by program
 * order, creation, joins and the stores that loads read from, of these the whole atomic section
 * that they are part of (Machine.divides_sections). A load counts once for each store that some of
 * its bytes come from.
 */
void run_interferences(const Run *r, Finding *f);

#endif
