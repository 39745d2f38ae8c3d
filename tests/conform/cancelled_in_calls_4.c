/* The same of the calls from the 16th on. explored by: por. Another order has another output. */
#define FIRST 15
#include "cancelled_in_calls.c"
