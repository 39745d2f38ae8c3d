/* expect: hang "waits in a loop for ever" */
/* options: --strategy=unfold */
#include "looks_under_lock_for_ever.c"
