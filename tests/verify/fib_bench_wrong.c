/* expect: assertion "" */
/* options: --interleave=memory -DWRONG */
#include "fib_bench.c"
