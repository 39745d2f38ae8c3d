/* expect: safe */
#include <heddle/heddle.h>
struct point {
    short x;
    long y;
    char name[5];
};
static struct point twice(struct point p) {
    p.y = (long)((unsigned long)p.y * 2);
    return p;
}
int main(void) {
    struct point p, q;
    heddle_symbolic(&p, sizeof p, "p");
    q = twice(p);
    heddle_assert(q.x == p.x && q.name[4] == p.name[4] && (unsigned long)q.y == (unsigned long)p.y * 2);
    return 0;
}
