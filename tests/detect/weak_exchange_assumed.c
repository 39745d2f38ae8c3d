/* expect: safe */
/* assumption: weak compare-and-exchange */
/* A weak exchange may fail although it finds what it expects; that it does not is told. */
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
    int zero = 0;
    assert(atomic_compare_exchange_weak(&x, &zero, 1));
    return 0;
}
