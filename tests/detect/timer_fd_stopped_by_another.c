/* expect: deadlock "read a timer" */
/* options: -DSTOPPED */
/* The same where the timer is not set again: who reads it waits for ever. */
#include "timer_fd_set_by_another.c"
