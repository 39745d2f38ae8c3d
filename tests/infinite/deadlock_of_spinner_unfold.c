/* expect: hang "waits in a loop for ever" */
/* options: --strategy=unfold */
#include "deadlock_of_spinner.c"
