/* expect: deadlock "waits for the mutex" */
/* options: --strategy=unfold */
#include "deadlock_beside_spinner.c"
