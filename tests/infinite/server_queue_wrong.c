/* expect: assertion "" */
/* options: -DWRONG -DCLIENTS=2 */
#include "server_queue.c"
