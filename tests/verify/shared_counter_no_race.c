/* expect: safe */
#include "shared_counter.c"
