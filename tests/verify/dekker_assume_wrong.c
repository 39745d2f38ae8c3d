/* expect: some assertion "" */
/* options: --interleave=memory -DWRONG */
#include "dekker_assume.c"
