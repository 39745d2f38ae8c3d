/* expect: hang @tries "waits in a loop for ever" */
/* options: --strategy=unfold */
#include "tries_join_for_ever.c"
