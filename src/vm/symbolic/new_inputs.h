/*
 * new_inputs.h — symbolic inputs as an execution meets them: their names, and the list of those of
 * the run. For the files of the machine that make inputs.
 */
#ifndef HEDDLE_VM_SYMBOLIC_NEW_INPUTS_H
#define HEDDLE_VM_SYMBOLIC_NEW_INPUTS_H

#include "vm/machine/machine.h"

/* Returns the name of the n-th input (from 1 on) of a base name in a thread: `x`, `x#2`, `x@0.1`,
 * and so on. No two have one name, whatever the base has in it. The caller frees it. */
char *input_name(const char *base, const char *thread, uint32_t n);
/* Returns the name of the next input of a thread with this base name. It is the last name once more
 * if `again` is set. The caller frees it. */
char *input_new_name(Machine *m, Thread *t, const char *base, bool again);
/* Notes which instruction of the program's own code asks for an input. */
void input_note_origin(Machine *m, const Thread *t, const Input *input);
/* Adds the input to those of the run. False, with the thread stopped, if there are too many. */
bool input_add(Machine *m, Thread *t, const Input *input);
/* Loads any value, a new input of `size` bytes, as access_load does. False: the thread stopped at a
 * limit. */
bool input_load_anything(Machine *m, Thread *t, unsigned size);

#endif
