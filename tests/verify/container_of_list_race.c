/* expect: some race "" */
/* options: -DWRONG --checks=none,race */
#include "container_of_list.c"
