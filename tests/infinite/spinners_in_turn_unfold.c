/* expect: safe */
/* options: --strategy=unfold */
#include "spinners_in_turn.c"
