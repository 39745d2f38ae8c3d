/* expect: hang "waits in a loop for ever" */
/* options: --strategy=unfold */
#include "own_spin_lock_twice.c"
