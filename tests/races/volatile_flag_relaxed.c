/* expect: race "`x`" */
/* options: --volatile=relaxed */
/* assumption: weak atomic orders are explored as sequentially consistent */
/* The flag itself does not race any more; but it orders nothing. */
#include "publish_by_volatile_flag.c"
