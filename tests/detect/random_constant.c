/* Two draws of random bytes are not the same. */
/* expect: assertion @same */
#include <assert.h>
#include <sys/random.h>

int main(void) {
    unsigned a, b;
    getrandom(&a, sizeof a, 0);
    getrandom(&b, sizeof b, 0);
    assert(a == b); /*same*/
    return 0;
}
