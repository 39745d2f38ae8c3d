/* Timers that call a function. explored by: por */
#define PART 3
#include "timers.c"
