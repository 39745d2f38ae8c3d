/* expect: safe */
#include "once_by_hand.c"
