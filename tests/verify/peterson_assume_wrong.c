/* expect: some assertion "" */
/* options: --interleave=memory -DWRONG */
#include "peterson_assume.c"
