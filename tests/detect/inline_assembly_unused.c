/* expect: safe */
#include <heddle/heddle.h>
static int flag;
int main(void) {
    if (flag) __asm__ volatile("hlt");
    __asm__ volatile("" ::: "memory");
    return 0;
}
