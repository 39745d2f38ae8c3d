/* expect: assertion @here */
/* options: -DLONGER=1 */
/* With the other way the longer one. */
#include "time_of_ended_thread.c"
