/* expect: memory @a "longjmp" */
#include <setjmp.h>
static jmp_buf buffer;
static int set(void) { return setjmp(buffer); }
int main(void) {
    if (set()) return 1;
    longjmp(buffer, 1); /*a*/
}
