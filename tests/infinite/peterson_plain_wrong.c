/* expect: some assertion "" */
/* options: -DWRONG --interleave=memory */
#include "peterson_plain.c"
