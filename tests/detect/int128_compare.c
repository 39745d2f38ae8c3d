/* expect: safe */
#include <heddle/heddle.h>
int main(void) {
    long a = heddle_long("a"), b = heddle_long("b");
    __int128 sum = (__int128)a + b;
    long wrapped = (long)((unsigned long)a + (unsigned long)b);
    long out;
    heddle_assert((sum != wrapped) == __builtin_add_overflow(a, b, &out));
    return 0;
}
