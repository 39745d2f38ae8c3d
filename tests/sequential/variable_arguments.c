/* k: 1 */
/* One of a variable number of arguments is a pointer to what the other thread writes. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdarg.h>
static int x;
static int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int s = 0;
    while (n-- > 0) s += *va_arg(list, int *);
    va_end(list);
    return s;
}
static void *reader(void *unused) {
    int one = 1;
    heddle_assert(sum(2, &one, &x) != 4);
    return unused;
}
static void *writer(void *unused) {
    x = 3;
    return unused;
}
MAIN(reader, writer)
