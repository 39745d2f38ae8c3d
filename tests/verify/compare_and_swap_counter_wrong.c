/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "compare_and_swap_counter.c"
