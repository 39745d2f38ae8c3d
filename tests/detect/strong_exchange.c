/* expect: safe */
/* A strong exchange fails only where it finds something else: no assumption. */
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
    int zero = 0;
    assert(atomic_compare_exchange_strong(&x, &zero, 1) && !atomic_compare_exchange_strong(&x, &zero, 2) &&
           zero == 1);
    return 0;
}
