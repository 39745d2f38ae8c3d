/* The same of the calls from the 6th on. explored by: por. Another order has another output. */
#define FIRST 5
#include "cancelled_in_calls.c"
