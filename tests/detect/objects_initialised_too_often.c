/* expect: incomplete */
/* incomplete: initialised objects of threads 511 times */
#define ROUNDS 512
#include "objects_initialised_often.c"
