/* expect: assertion @a "total_ != 100" */
#include <assert.h>
#include <heddle/heddle.h>
#include <stdarg.h>
static int total(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int sum = 0;
    for (int i = 0; i < n; i++) sum += va_arg(ap, int);
    va_end(ap);
    return sum;
}
int main(void) {
    int a = heddle_uchar("a"), total_ = total(3, a, 20, a);
    assert(total_ != 100 || a != 40); /*a*/
    return 0;
}
