/* expect: assertion */
/* options: --interleave=memory --stop-at-first */
/* Of two numbers the second thread that waits has the one of the thread inside: three threads instead of the
 * five of four numbers, which took a hundred times as long. */
#define LAST 1
#define TAKEN 0
#include "endless_ticket.c"
