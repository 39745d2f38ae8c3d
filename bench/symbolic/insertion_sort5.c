/* insertion_sort5.c — insertion_sort.c with five numbers. */
#define N 5
#include "insertion_sort.c"
