/* expect: memory @a "longjmp" */
/* A buffer that a function filled which has returned; another function stands where that one stood. */
#include <setjmp.h>
static jmp_buf buffer;
static int n = 3;
__attribute__((noinline)) static int set(int k) {
    n += k;
    return setjmp(buffer);
}
__attribute__((noinline)) static int jump(int k, int l) {
    int a = 1;
    for (int i = 0; i < k; i++) a = a * l + n;
    if (n) longjmp(buffer, 1); /*a*/
    return a;
}
int main(void) {
    set(2);
    return jump(2, 3);
}
