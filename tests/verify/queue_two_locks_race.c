/* expect: some race "" */
/* options: -DWRONG --checks=none,race */
#include "queue_two_locks.c"
