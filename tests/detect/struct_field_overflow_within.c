/* expect: safe */
/* Running from one member into the next stays inside the object: not found at the granularity of objects. */
#include <string.h>
static struct {
    char name[8];
    int after;
} s;
int main(void) {
    memset(s.name, 0, 8);
    char *p = (char *)&s;
    p[8] = 1;
    return s.after - 1;
}
