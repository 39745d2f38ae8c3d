/* expect: safe */
/* Assembly outside of functions that says something about symbols only. */
#include <heddle/heddle.h>

__asm__(".globl second_name\n.set second_name, first_name");
__asm__(".weak nowhere");
__asm__(".ident \"test\"");
int first_name(void);
int first_name(void) { return 3; }
int second_name(void);

int main(void) {
    heddle_assert(second_name() == 3);
    return 0;
}
