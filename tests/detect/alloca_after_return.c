/* expect: memory @a "function has returned" */
#include <alloca.h>
static char *make(void) { return alloca(10); }
int main(void) {
    char *p = make();
    p[0] = 1; /*a*/
    return 0;
}
