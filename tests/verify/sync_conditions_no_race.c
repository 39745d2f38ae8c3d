/* expect: safe */
#include "sync_conditions.c"
