/* Products of products: one query, which takes the solver seconds in which it does not look up. */
#include <heddle/heddle.h>
int main(void) {
    unsigned __int128 x[2], product;
    heddle_symbolic(x, sizeof x, "x");
    product = x[0];
    for (int k = 0; k < 6000; k++) product = (product * x[1] + k) ^ (product >> 3);
    heddle_assert(product != 7);
    return 0;
}
