/* process_name.h — names of processes and machines that tell whether a holder of a task is gone. */
#ifndef HEDDLE_CAMPAIGNS_PROCESS_NAME_H
#define HEDDLE_CAMPAIGNS_PROCESS_NAME_H

#include "base/base.h"

/* Returns the name of this machine, as long as it runs, and of the processes seen from here; the
 * caller frees. */
char *host_unique_name(void);
/* Returns the name of this process on the machine; the caller frees. */
char *process_unique_name(void);
/* Whether a process of this machine with such a name is gone. False if that is not known. */
bool process_is_gone(const char *name);
/* Returns the name of the machine for people; the caller frees. */
char *host_shown_name(void);
/* Returns a number that no other worker has. */
int64_t worker_number(void);

#endif
