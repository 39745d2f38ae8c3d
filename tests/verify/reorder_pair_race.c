/* expect: some race "" */
/* options: -DWRONG --checks=none,race */
#include "reorder_pair.c"
