/* expect: some race "" */
/* options: --checks=none,race */
#include "fib_bench.c"
