/* expect: assertion @here */
/* options: -DBY_CALL */
/* What tells the time is no function of libc. */
#include "time_of_ended_thread.c"
