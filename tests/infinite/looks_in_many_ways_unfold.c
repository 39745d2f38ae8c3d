/* expect: hang @looks "waits in a loop for ever" */
/* options: --strategy=unfold */
#include "looks_in_many_ways.c"
