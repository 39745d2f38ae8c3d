/* expect: hang @polls "waits in a loop for ever" */
/* options: --strategy=unfold */
#include "polls_in_vain.c"
