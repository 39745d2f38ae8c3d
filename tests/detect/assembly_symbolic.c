/* expect: assertion @first; assertion @second; assertion @third */
/* Inputs in inline assembly: flags, counted bits and exchanges are expressions like any other. */
#include <heddle/heddle.h>
int main(void) {
    unsigned x = (unsigned)heddle_int("x"), bits, word = (unsigned)heddle_int("word"), expected = 1234;
    unsigned char carry, done;
    __asm__("popcntl %1, %0" : "=r"(bits) : "r"(x) : "cc");
    heddle_assert(bits != 31); /*first*/
    __asm__("addl $5, %0; setc %1" : "+r"(x), "=q"(carry) : : "cc");
    heddle_assert(!carry || x < 5);
    heddle_assert(!carry || x != 1); /*second*/
    __asm__ __volatile__("lock; cmpxchgl %3, %1; sete %0"
                         : "=q"(done), "+m"(word), "+a"(expected)
                         : "r"(99)
                         : "memory", "cc");
    heddle_assert(done ? word == 99 : word == expected && word != 1234);
    heddle_assert(!done); /*third*/
    return 0;
}
