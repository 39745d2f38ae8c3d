/* expect: assertion @here */
/* options: -DBY_ORIENTATION */
#include "stdout_tell.c"
