/*
 * sort.c — insertion sort against bubble sort on COUNT numbers. With WRONG one of them stops a step
 * too early.
 */
#include <klee/klee.h>

#ifndef COUNT
#define COUNT 4
#endif
#ifdef WRONG
#define LAST (COUNT - 1)
#else
#define LAST COUNT
#endif

static void insertion_sort(int *a) {
    for (int k = 1; k < LAST; k++)
        for (int j = k; j > 0 && a[j] < a[j - 1]; j--) {
            int swap = a[j];
            a[j] = a[j - 1];
            a[j - 1] = swap;
        }
}

static void bubble_sort(int *a) {
    for (int end = COUNT; end > 1; end--)
        for (int j = 1; j < end; j++)
            if (a[j] < a[j - 1]) {
                int swap = a[j];
                a[j] = a[j - 1];
                a[j - 1] = swap;
            }
}

int main(void) {
    int given[COUNT], a[COUNT], b[COUNT];
    klee_make_symbolic(given, sizeof given, "given");
    for (int k = 0; k < COUNT; k++) a[k] = b[k] = given[k];
    insertion_sort(a);
    bubble_sort(b);
    for (int k = 0; k < COUNT; k++) klee_assert(a[k] == b[k]);
    return 0;
}
