/* expect: assertion @two; assertion @zero; assertion @all */
/* options: --symbolic=random */
/* Random numbers that are inputs have every value, and arc4random_uniform every value below its bound. */
#define _GNU_SOURCE
#include <heddle/heddle.h>
#include <stdlib.h>

int main(void) {
    uint32_t x = arc4random_uniform(3);
    heddle_assert(x < 3 && !arc4random_uniform(0) && !arc4random_uniform(1));
    heddle_assert(x != 2);                     /*two*/
    heddle_assert(x != 0);                     /*zero*/
    heddle_assert(arc4random() != 0xcafe1234); /*all*/
    char bytes[3] = {1, 2, 3};
    arc4random_buf(bytes, 2);
    heddle_assert(bytes[2] == 3);
}
