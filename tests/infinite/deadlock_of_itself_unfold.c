/* expect: deadlock "waits for the mutex" */
/* options: --strategy=unfold */
#include "deadlock_of_itself.c"
