/* expect: safe */
#include "time_var_mutex.c"
