/* expect: assertion @here */
/* options: -DBY_PENDING */
#include "stdout_tell.c"
