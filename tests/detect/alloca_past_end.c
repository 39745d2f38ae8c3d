/* expect: memory @a "invalid write" */
#include <alloca.h>
int main(void) {
    char *p = alloca(10);
    p[10] = 1; /*a*/
    return 0;
}
