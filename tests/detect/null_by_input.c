/* expect: memory @a "null pointer" */
#include <heddle/heddle.h>
int main(void) {
    int x = 5, *p = &x;
    if (heddle_int("n") == 12345) p = 0;
    return *p == 5 ? 0 : 1; /*a*/
}
