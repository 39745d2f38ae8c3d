/* expect: memory @a "invalid" */
#include <heddle/heddle.h>
static int x;
int main(void) {
    int *p = heddle_pointer("p");
    if (p != &x) return 0;
    *(p + 1) = 3; /*a*/
    return 0;
}
