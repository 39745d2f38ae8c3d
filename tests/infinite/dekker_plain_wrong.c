/* expect: some assertion "" */
/* options: -DWRONG --interleave=memory */
#include "dekker_plain.c"
