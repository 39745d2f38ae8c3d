/* const and volatile members: copied with the structure, read through qualified and plain access paths. */
#include <stdio.h>
#include <string.h>

struct cell {
    const int id;
    volatile int level;
    const char *const label;
    struct { volatile unsigned char a, b; } pair;
    const volatile short limit;
};

static int drain(struct cell *c) {
    int n = 0;
    while (c->level > 0) {
        c->level -= c->limit;
        c->pair.a++;
        n += c->id;
    }
    return n;
}
static int total(const struct cell *c, int n) {
    int s = 0;
    while (n--) s += c[n].id * 100 + c[n].level;
    return s;
}

int main(void) {
    struct cell cells[] = {{1, 10, "one", {0, 1}, 3}, {.id = 2, .level = 7, .label = "two", .limit = 7}};
    printf("%d\n", total(cells, 2));
    printf("%d %d\n", drain(&cells[0]), drain(&cells[1]));
    printf("%d %d %u %u\n", cells[0].level, cells[1].level, cells[0].pair.a, cells[0].pair.b);
    struct cell copy = cells[0];
    copy.level++;
    copy.pair.b = (unsigned char)(copy.pair.b - 2);
    printf("%d %d %s %u %d\n", copy.id, copy.level, copy.label, copy.pair.b, cells[0].level);
    const struct cell *view = &copy;
    copy.level = 99;
    printf("%d %d\n", view->level, view->limit);
    volatile struct cell *hot = &copy;
    hot->level *= 2;
    hot->pair.a |= 0x80;
    printf("%d %u %s\n", view->level, view->pair.a, hot->label);
    return total(view, 1) % 256;
}
