/* expect: safe */
#include "treiber_stack.c"
