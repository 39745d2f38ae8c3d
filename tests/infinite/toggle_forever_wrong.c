/* expect: some assertion "" */
/* options: -DWRONG --interleave=memory */
#include "toggle_forever.c"
