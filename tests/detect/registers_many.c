/* expect: safe */
/* A function with a thousand values at a time, at the end of twenty thousand calls. */
#include <assert.h>
#include <stdio.h>
static volatile int v = 1;
// clang-format off
#define TEN(what, n) \
    what(n##0) what(n##1) what(n##2) what(n##3) what(n##4) what(n##5) what(n##6) what(n##7) \
    what(n##8) what(n##9)
#define HUNDRED(what, n) \
    TEN(what, n##0) TEN(what, n##1) TEN(what, n##2) TEN(what, n##3) TEN(what, n##4) TEN(what, n##5) \
    TEN(what, n##6) TEN(what, n##7) TEN(what, n##8) TEN(what, n##9)
#define ALL(what) \
    HUNDRED(what, 1) HUNDRED(what, 2) HUNDRED(what, 3) HUNDRED(what, 4) HUNDRED(what, 5) \
    HUNDRED(what, 6) HUNDRED(what, 7) HUNDRED(what, 8) HUNDRED(what, 9)
// clang-format on
#define READ(n) int a##n = v;
#define SUM(n) s = s * 3 + a##n;
static __attribute__((noinline)) unsigned f(int depth) {
    if (depth) return f(depth - 1) * 3 ^ (unsigned)v;
    ALL(READ)
    v = 2;
    unsigned s = 0;
    ALL(SUM)
    return s;
}
int main(void) {
    unsigned expected = 0;
    for (int k = 0; k < 900; k++) expected = expected * 3 + 1;
    for (int k = 0; k < 19000; k++) expected = expected * 3 ^ 2;
    assert(f(19000) == expected);
    return 0;
}
