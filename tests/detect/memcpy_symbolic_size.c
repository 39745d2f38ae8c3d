/* expect: memory @a "invalid write" */
#include <heddle/heddle.h>
#include <string.h>
static const char text[] = "a longer text than fits";
int main(void) {
    char name[8];
    unsigned n = heddle_uint("n");
    heddle_assume(n <= 9);
    memcpy(name, text, n); /*a*/
    return 0;
}
