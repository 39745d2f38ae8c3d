/* k: none */
/* lost: setjmp @here */
/* The way back to `setjmp` cannot be followed. */
#include "pair.h"
#include <heddle/heddle.h>
#include <setjmp.h>
static int x;
static void *reader(void *unused) {
    jmp_buf back;
    if (setjmp(back)) { /* here */
        heddle_assert(!x);
        return unused;
    }
    longjmp(back, 1);
}
static void *writer(void *unused) {
    x = 1;
    return unused;
}
MAIN(reader, writer)
