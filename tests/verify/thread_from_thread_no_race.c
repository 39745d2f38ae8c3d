/* expect: safe */
#include "thread_from_thread.c"
