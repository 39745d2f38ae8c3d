/* expect: assertion */
/* options: --checks=no-race --stop-at-first */
#define WRONG
#include "endless_kept_input.c"
