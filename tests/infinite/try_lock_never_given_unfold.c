/* expect: hang "waits in a loop for ever" */
/* options: --strategy=unfold */
#include "try_lock_never_given.c"
