/* Nested structures and arrays of structures: copies are deep, members are independent. */
#include <stdio.h>

struct point { int x, y; };
struct rect { struct point min, max; };
struct scene { char name[8]; struct rect boxes[3]; struct { int n; struct point p[2]; } tail; };

static int area(struct rect r) { return (r.max.x - r.min.x) * (r.max.y - r.min.y); }

int main(void) {
    struct scene a = {"one", {{{0, 0}, {2, 3}}, {{1, 1}, {5, 5}}}, {2, {{7, 8}, {9, 10}}}};
    struct scene b = a;
    b.boxes[1].max.x = 100;
    b.name[0] = 'O';
    b.tail.p[1] = a.boxes[0].max;
    printf("%s %s\n", a.name, b.name);
    for (int i = 0; i < 3; i++) printf("%d %d\n", area(a.boxes[i]), area(b.boxes[i]));
    printf("%d %d %d\n", a.tail.p[1].y, b.tail.p[1].y, b.tail.n);
    struct rect *r = &b.boxes[2];
    *r = (struct rect){.max = {4, 4}, .min.x = 1};
    printf("%d %zu\n", area(*r), sizeof(struct scene));
    return area(b.boxes[1]) % 100;
}
