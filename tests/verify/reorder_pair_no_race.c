/* expect: safe */
#include "reorder_pair.c"
