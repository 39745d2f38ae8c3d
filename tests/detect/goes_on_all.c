/* expect: memory @a "past the end"; memory @b "past the end"; memory @c "null pointer"; memory @e "write to read-only memory"; assertion @d */
/* options: --keep-going=all */
/* assumption: behind an invalid read: the value may be any */
#include <assert.h>
#include <stdlib.h>
static const char text[] = "text";
int main(void) {
    char *volatile fixed = (char *)text;
    char *p = malloc(4);
    int *q = NULL;
    p[4] = 1;       /*a*/
    char c = p[5];  /*b*/
    *q = 3;         /*c*/
    *fixed = 'x';   /*e*/
    assert(c != 7); /*d*/
    return 0;
}
