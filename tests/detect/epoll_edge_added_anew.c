/* expect: safe */
/* options: -DADDED */
/* The same where the watch is taken away and added again. */
#include "epoll_edge_set_anew.c"
