/* qsort of structures, pointers and strings; sizes of elements vary. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { char name[12]; int age; };
struct odd { char c[3]; };

static int by_age(const void *a, const void *b) {
    const struct person *x = a, *y = b;
    return x->age != y->age ? x->age - y->age : strcmp(x->name, y->name);
}
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_first(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

int main(void) {
    struct person p[] = {{"eve", 30}, {"bob", 25}, {"al", 30}, {"dan", 7}, {"cy", 99}};
    qsort(p, 5, sizeof *p, by_age);
    for (int i = 0; i < 5; i++) printf("%s:%d ", p[i].name, p[i].age);
    const char *s[] = {"pear", "apple", "fig", "banana", "", "cherry"};
    qsort(s, 6, sizeof *s, by_text);
    for (int i = 0; i < 6; i++) printf("[%s]", s[i]);
    struct odd o[20];
    for (int i = 0; i < 20; i++) o[i] = (struct odd){{(char)('a' + i * 7 % 20), (char)i, 0}};
    qsort(o, 20, sizeof *o, by_first);
    for (int i = 0; i < 20; i++) printf("%c", o[i].c[0]);
    printf("\n");
    return 0;
}
