/* expect: leak @a "" */
/* options: --checks=leak */
#include <heddle/heddle.h>
#include <stdlib.h>
int main(void) {
    int n = heddle_int("n");
    char *p = malloc(4); /*a*/
    if (n > 10 && n < 13) return 1;
    free(p);
    return 0;
}
