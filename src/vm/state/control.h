/*
 * control.h — the control state of threads: where each is and what it is about to do, by the
 * content of the code that follows, and everything of it that is no value in memory or a register.
 * Two states of two versions of a program with the same control state go on with the same code;
 * what they do then depends on values only (Guo et al., Conc-iSE, ASE 2016: "global control
 * state").
 */
#ifndef HEDDLE_VM_STATE_CONTROL_H
#define HEDDLE_VM_STATE_CONTROL_H

#include "program/code_name.h"
#include "vm/machine/machine.h"

/* The control state of one thread. What its frames wait for is named by what follows the return. */
Fingerprint control_thread(Machine *m, CodeNames *names, const Thread *t);
/* The registers of one of its frames (0: the outermost) by canonical numbers; see code_name.h. */
const CodeName *control_frame(CodeNames *names, const Thread *t, uint32_t frame);

#endif
