/* Products with large factors: each query keeps the solver busy for long, and limits and signals come while
 * it is. */
#include <stdint.h>
extern uint64_t __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
#ifndef QUERIES
#define QUERIES 64
#endif
int main(void) {
    for (int k = 0; k < QUERIES; k++) {
        uint64_t a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
        if (a > 1 && b > 1 && a < (1ull << 31) && b < (1ull << 31) && a * b == 2305843009213693951ull - k * 2)
            reach_error();
    }
    return 0;
}
