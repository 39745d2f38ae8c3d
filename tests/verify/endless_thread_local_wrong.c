/* expect: assertion */
/* options: --checks=no-race --stop-at-first */
#define WRONG
#include "endless_thread_local.c"
