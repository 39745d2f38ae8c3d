/* A thread computes for long and then fails: to execute the finding again takes as long as to meet it, and so
 * longer than the time that is left where little is. It is told nevertheless, as not confirmed. */
#include <assert.h>
#ifndef ROUNDS
#define ROUNDS 600000000ul
#endif
int main(void) {
    volatile unsigned long s = 0;
    for (unsigned long i = 0; i < ROUNDS; i++) s += i;
    assert(!s);
    return 0;
}
