/* expect: assertion @here */
/* options: -DBY_FAILURE */
#include "stdout_tell.c"
