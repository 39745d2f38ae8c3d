/*
 * run_interferences.h — what a thread's way to where it is owes to other threads: the interferences (Farzan,
 * Holzer, Razavi and Veith, Con2colic Testing, section 3) among the causes of its newest event.
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_RUN_INTERFERENCES_H
#define HEDDLE_STRATEGIES_INTERFERENCE_RUN_INTERFERENCES_H

#include "run/run.h"
#include "finding/finding.h"

/*
 * Of the run at hand: loads that read what another thread stored, where program order, creation and joins do
 * not put the store before the load, among the causes (by these, and by which store a load reads from) of the
 * newest step of the thread in slot `thread`, the one that is being carried out included. A load is one for
 * each store that some of its bytes come from. Adds them to the finding, whose schedule is that of the run.
 */
void run_interferences(const Run *r, int thread, Finding *f);

#endif
