/* expect: some assertion "" */
/* options: -DWRONG --interleave=memory --checks=none,assertion */
#include "sync_conditions.c"
