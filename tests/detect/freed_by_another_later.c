/* expect: assertion @again */
/* The same where main learns of the free by one of two mutexes. */
#define BY_EITHER
#include "freed_by_another.c"
