/* expect: safe */
/* options: --volatile=relaxed */
/* assumption: weak atomic orders are explored as sequentially consistent */
#include "publish_by_volatile_flag.c"
