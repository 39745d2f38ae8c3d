/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "litmus_store_buffer.c"
