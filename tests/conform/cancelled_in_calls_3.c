/* The same of the calls from the 11th on. explored by: por. Another order has another output. */
#define FIRST 10
#include "cancelled_in_calls.c"
