/* expect: uninitialised */
/* options: --hunt=off --stop-at-first */
#define WRITES(input) !(input)
#include "endless_never_written.c"
