/* expect: safe */
/* options: --interleave=memory -DWRONG */
#include "peterson_assume.c"
