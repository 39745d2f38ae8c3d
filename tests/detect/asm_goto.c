/* expect: race @unordered "counted"; assertion @taken "always" */
/* Jumps from assembly to labels of C: a lock that is taken or not, a bit that is looked at, a sum that
 * overflows. What the lock does not protect races. */
#include <heddle/heddle.h>
#include <pthread.h>

static int lock, guarded, counted;

static int try_lock(void) {
    int none = 0;
    __asm__ goto("lock; cmpxchgl %1, %0\n\tjnz %l3" : : "m"(lock), "r"(1), "a"(none) : "cc", "memory" : busy);
    return 1;
busy:
    return 0;
}

static int has_bit(unsigned long v, long bit) {
    __asm__ goto("btq %1, %0\n\tjc %l[yes]" : : "r"(v), "r"(bit) : "cc" : yes);
    return 0;
yes:
    return 1;
}

static int sum(int a, int b, int *out) {
    int r;
    __asm__ goto("movl %1, %0\n\taddl %2, %0\n\tjo %l3" : "=&r"(r) : "r"(a), "r"(b) : "cc" : over);
    *out = r;
    return 0;
over:
    *out = r == (int)((unsigned)a + (unsigned)b);
    return 1;
}

static void *work(void *a) {
    if (try_lock()) {
        guarded++;
        __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
    } else {
        heddle_assert(a && !"always"); /*taken*/
    }
    counted++; /*unordered*/
    return a;
}

int main(void) {
    int x = heddle_int("x"), out;
    heddle_assume(x > 0);
    heddle_assert(has_bit(8, 3) && !has_bit(8, 2));
    int over = sum(x, 0x7ffffff0, &out);
    heddle_assert(over == (x > 15) && (over ? out == 1 : out == x + 0x7ffffff0));
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    heddle_assert(guarded >= 1 && guarded <= 2);
    return 0;
}
