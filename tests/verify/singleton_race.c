/* expect: some race "" */
/* options: -DWRONG --checks=none,race */
#include "singleton.c"
