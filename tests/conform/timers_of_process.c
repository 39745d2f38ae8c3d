/* Timers of the process. explored by: por */
#define PART 2
#include "timers.c"
