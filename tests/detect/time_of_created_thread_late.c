/* expect: assertion @here */
/* options: -DLATE */
/* On neither way it is early. */
#include "time_of_created_thread.c"
