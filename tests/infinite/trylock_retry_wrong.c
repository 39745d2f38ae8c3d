/* expect: deadlock "" */
/* options: -DWRONG */
#include "trylock_retry.c"
