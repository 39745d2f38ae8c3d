/* expect: assertion */
/* options: --interleave=memory --stop-at-first */
#define TAKEN 0
#include "endless_ticket.c"
