/* expect: assertion @here */
/* options: -DLONGER=1 --strategy=unfold --hunt=off */
/* It makes no difference which of the two is met first. */
#include "time_of_lock.c"
