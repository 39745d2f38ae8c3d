/* expect: assertion */
/* options: --interleave=memory --stop-at-first */
/* long: five threads are needed with four numbers */
#define TAKEN 0
#include "endless_ticket.c"
