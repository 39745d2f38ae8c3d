/* native: clang — stdatomic.h in one thread: types, generic functions, flags, orders. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct pair { int a, b; };

int main(void) {
    atomic_int i = 5;
    _Atomic unsigned char c = 255;
    atomic_long l;
    atomic_init(&l, 1000);
    i += 3;
    i++;
    c++;
    printf("%d %d %d\n", i, c, (int)atomic_fetch_sub(&l, 1));
    int e = 9;
    bool ok = atomic_compare_exchange_strong(&i, &e, 50);
    printf("%d %d ", ok, i);
    e = 1;
    ok = atomic_compare_exchange_weak_explicit(&i, &e, 60, memory_order_acq_rel, memory_order_acquire);
    printf("%d %d\n", ok, e);
    int array[4] = {1, 2, 3, 4};
    _Atomic(int *) p = array;
    atomic_fetch_add(&p, 2);
    printf("%d\n", *atomic_load(&p));
    atomic_flag f = ATOMIC_FLAG_INIT;
    bool first = atomic_flag_test_and_set(&f);
    printf("%d %d ", first, atomic_flag_test_and_set(&f));
    atomic_flag_clear(&f);
    printf("%d\n", atomic_flag_test_and_set(&f));
    _Atomic struct pair s;
    atomic_store(&s, ((struct pair){1, 2}));
    struct pair t = atomic_exchange(&s, ((struct pair){3, 4}));
    printf("%d %d\n", t.b, ({ struct pair r = atomic_load(&s); r.a; }));
    _Atomic double d = 1.5;
    d = d * 2;
    printf("%g\n", d);
    atomic_thread_fence(memory_order_seq_cst);
    return atomic_exchange_explicit(&i, 7, memory_order_relaxed);
}
