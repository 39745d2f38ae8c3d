/* expect: memory @a "out of bounds"; memory @b "out of bounds"; memory @c "out of bounds" */
/* Arguments that nobody passed: a general one, one in a vector register, one on the stack. */
#include <stdarg.h>
#include <heddle/heddle.h>

static long take(int which, ...) {
    va_list ap;
    va_start(ap, which);
    long sum = va_arg(ap, int);
    if (which == 0) sum += va_arg(ap, int);               /*a*/
    if (which == 1) sum += (long)va_arg(ap, double);      /*b*/
    if (which == 2) sum += (long)va_arg(ap, long double); /*c*/
    va_end(ap);
    return sum;
}

int main(void) {
    int which = heddle_int("which");
    heddle_assume(which >= 0 && which < 3);
    return (int)take(which == 0 ? 0 : which == 1 ? 1 : 2, 5) & 1;
}
