/* expect: some race "" */
/* options: -DWRONG --checks=none,race -DJOBS=2 */
#include "work_queue.c"
