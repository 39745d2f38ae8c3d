/* expect: assertion @a "second"; assertion @b "wrong" */
/* A struct of floats travels through `...` in one register: what arrives is what was passed, and what is
 * wrong is found. */
#include <assert.h>
#include <stdarg.h>
#include <heddle/heddle.h>

struct two {
    float a, b;
};

static int second(int n, ...) {
    va_list ap;
    va_start(ap, n);
    struct two x = va_arg(ap, struct two);
    struct two y = va_arg(ap, struct two);
    int z = va_arg(ap, int);
    va_end(ap);
    return y.a == 3.0f && y.b == 4.0f && x.b == 2.0f && z == 5;
}

int main(void) {
    struct two t = {1, 2}, u = {3, 4};
    int wrong = heddle_bool("wrong");
    if (wrong)
        assert(!second(1, t, u, 5)); /*a*/
    else
        assert(second(1, t, u, 5) && !"wrong"); /*b*/
    return 0;
}
