/* expect: arithmetic @a "overflow in a 32-bit addition" */
/* options: --checks=overflow */
#include <limits.h>
int main(void) {
    int x = INT_MAX;
    for (int i = 0; i < 2; i++) x = x + i; /*a*/
    return 0;
}
