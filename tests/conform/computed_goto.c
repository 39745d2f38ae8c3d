/* Labels as values: a tiny threaded interpreter. */
#include <stdio.h>

static long run(const unsigned char *code, long n) {
    static const void *const table[] = {&&halt, &&push, &&add, &&mul, &&dec, &&jnz, &&dup};
    long stack[16], *sp = stack, counter = n, steps = 0;
#define NEXT goto *(steps++, table[*code++])
    NEXT;
push: *sp++ = *code++; NEXT;
add: sp--; sp[-1] += sp[0]; NEXT;
mul: sp--; sp[-1] *= sp[0]; NEXT;
dec: counter--; NEXT;
dup: *sp = sp[-1]; sp++; NEXT;
jnz: if (counter) code -= *code; else code++; NEXT;
halt: printf("%ld steps\n", steps); return sp[-1];
}

int main(void) {
    /* 1; repeat n times: *3 +1 */
    unsigned char code[] = {1, 1, 1, 3, 3, 1, 1, 2, 4, 5, 8, 0};
    printf("%ld\n", run(code, 1));
    printf("%ld\n", run(code, 5));
    printf("%ld\n", run(code, 20));
    return 0;
}
