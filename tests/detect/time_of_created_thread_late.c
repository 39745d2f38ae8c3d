/* expect: assertion @here */
/* options: -DLATE */
/* It makes no difference which of the two is met first. */
#include "time_of_created_thread.c"
