/*
 * control.h — the control state of threads: the place of each thread, its next operation, and all
 * else of it that is no value in memory or a register. Places are identified by the content of the
 * code that follows. Two states with the same control state, of two versions of a program, continue
 * with the same code. Only values decide what it does (Guo et al., Conc-iSE, ASE 2016: "global
 * control state").
 */
#ifndef HEDDLE_VM_STATE_CONTROL_H
#define HEDDLE_VM_STATE_CONTROL_H

#include "program/code_name.h"
#include "vm/machine/machine.h"

/* Returns the control state of one thread. A frame that waits for a call is identified by the code
 * after the return. */
Fingerprint control_thread(Machine *m, CodeNames *names, const Thread *t);
/* Returns the name of the code at which a frame continues (0: the outermost frame). It has the
 * canonical numbers of the frame's registers; see code_name.h. */
const CodeName *control_frame(CodeNames *names, const Thread *t, uint32_t frame);

#endif
