/* expect: uninitialised @v1 "variable `x` of `local`"; uninitialised @v2 "byte 36 of a heap block of 40 bytes"; uninitialised @v3 "variable `a` of `element`"; uninitialised @v4 "variable `s` of `member`"; uninitialised @v5 "the function that is called"; uninitialised @v6 "an address"; uninitialised @v7 "a switch"; uninitialised @v8 "variable `from` of `copied`"; uninitialised @v9 "byte 20 of a heap block of 32 bytes"; uninitialised @v10 "variable `d` of `floating`"; uninitialised @v11 "variable `t` of `some_bits`"; uninitialised @v12 "a division"; uninitialised @v13 "variable `n` of `on_some_ways`"; uninitialised @v14 "of `returned`"; uninitialised @v15 "heap block of 8 bytes"; uninitialised @v16 "variable `u` of `other_member`" */
/* What depends on memory that was never written, and decides something: each is told, with where the memory
 * came from, in the place where it decides. */
#include <heddle/heddle.h>
#include <stdlib.h>
#include <string.h>

volatile int sink;
int zero(void) { return 0; }

void local(int c) {
    int x;
    if (c > 1000) x = 3;
    if (x == 3) sink = 1; /*v1*/
}

void heap(void) {
    int *p = malloc(10 * sizeof *p), sum = 0;
    for (int i = 0; i < 9; i++) p[i] = i;
    for (int i = 0; i < 10; i++) sum += p[i];
    if (sum > 5) sink = 2; /*v2*/
    free(p);
}

void element(int i) {
    int a[8];
    for (int k = 0; k < 7; k++) a[k] = k;
    if (a[i & 7] == 5) sink = 3; /*v3*/
}

struct pair {
    int first, second;
};
void set_first(struct pair *p) { p->first = 1; }
void member(void) {
    struct pair s;
    set_first(&s);
    if (s.first && s.second) sink = 4; /*v4*/
}

void function(void) {
    int (*f[2])(void), (**g)(void) = f;
    g[0] = zero;
    sink = g[sink + 1](); /*v5*/
}

void address(void) {
    static int table[4];
    int i;
    if (sink > 1000) i = 1;
    sink = table[i]; /*v6*/
}

void choose(void) {
    char *p = malloc(1);
    switch (*p) { /*v7*/
    case 1: sink = 5; break;
    case 2: sink = 6; break;
    }
    free(p);
}

void copy(char *to, char *from, int n) {
    for (int i = 0; i < n; i++) to[i] = from[i];
}
void copied(void) {
    char from[16], to[16];
    memset(from, 0, 8);
    copy(to, from, 16);
    if (to[7]) sink = 7;
    if (to[8]) sink = 8; /*v8*/
}

void grown(void) {
    char *p = malloc(16);
    memset(p, 1, 16);
    p = realloc(p, 32);
    if (p[15] == 1 && p[20] == 1) sink = 9; /*v9*/
    free(p);
}

void floating(int c) {
    double d;
    if (c > 1000) d = 1;
    d = d * 2 + 1;
    if (d > 3) sink = 10; /*v10*/
}

struct bits {
    unsigned low : 3, high : 5;
};
void some_bits(void) {
    struct bits t, *p = &t;
    sink = p == (void *)1;
    p->low = 5;
    if (p->low == 5 && p->high == 1) sink = 11; /*v11*/
}

void divide(int c) {
    unsigned n;
    if (c > 1000) n = 2;
    sink = 10 / n; /*v12*/
}

void on_some_ways(int c) {
    int n;
    if (c & 1) n = 1;
    for (int i = 0; i < 3; i++)
        if (c & 2) n = i;
    if (n) sink = 12; /*v13*/
}

int returned(int c) {
    int r;
    if (c > 1000) r = 1;
    return r;
}

struct list {
    struct list *next;
};
void follow(void) {
    struct list *l = malloc(sizeof *l);
    while (l) l = l->next; /*v15*/
}

void other_member(void) {
    union {
        char c;
        int i;
    } u, *p = &u;
    sink = p == (void *)1;
    p->c = 1;
    if (p->c == 1 && p->i == 1) sink = 14; /*v16*/
}

int main(void) {
    int c = heddle_int("case"), way = heddle_int("way");
    switch (c) {
    case 1: local(0); break;
    case 2: heap(); break;
    case 3: element(way); break;
    case 4: member(); break;
    case 5: function(); break;
    case 6: address(); break;
    case 7: choose(); break;
    case 8: copied(); break;
    case 9: grown(); break;
    case 10: floating(0); break;
    case 11: some_bits(); break;
    case 12: divide(0); break;
    case 13: on_some_ways(way); break;
    case 14:
        if (returned(0)) sink = 13; /*v14*/
        break;
    case 15: follow(); break;
    case 16: other_member(); break;
    }
    return 0;
}
