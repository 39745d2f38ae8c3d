/* expect: assertion "" */
/* options: -DWRONG */
#include "semaphores_forever.c"
