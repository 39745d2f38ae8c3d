/* expect: some race "instance" */
/* options: -DWRONG --checks=none,race */
#include "double_checked.c"
