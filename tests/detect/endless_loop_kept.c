/* expect: hang @a */
/* A loop that does nothing and never ends for one input: a compiler may take it for one that ends. */
#include <heddle/heddle.h>
int main(void) {
    unsigned k = heddle_int("k");
    while (k != 12) k = k * 2 + (k & 0); /*a*/
    return 0;
}
