/* expect: safe */
/* output: hello 12 */
/* exit: 7 */
#include <stdio.h>
int main(void) {
    printf("hello %d\n", 12);
    return 7;
}
