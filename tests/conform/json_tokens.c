/* A small JSON reader: builds a tree, prints it in canonical form. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct v { char kind; double num; char *str; struct v *child, *next; };
static const char *p;
static void ws(void) { while (isspace((unsigned char)*p)) p++; }
static char *text(void) { const char *s = ++p; while (*p != '"') p++; char *r = strndup(s, (size_t)(p - s)); p++; return r; }
static struct v *value(void) {
    struct v *v = calloc(1, sizeof *v), **at = &v->child;
    ws();
    if (*p == '"') { v->kind = 's'; v->str = text(); }
    else if (*p == '[' || *p == '{') {
        char close = *p == '[' ? ']' : '}';
        v->kind = *p++;
        for (ws(); *p != close; ws()) {
            char *key = NULL;
            if (close == '}') { key = text(); ws(); p++; }
            *at = value();
            if (key) { struct v *k = calloc(1, sizeof *k); k->kind = 'k'; k->str = key; k->child = *at; *at = k; }
            at = &(*at)->next;
            ws();
            if (*p == ',') p++, ws();
        }
        p++;
    } else if (isalpha((unsigned char)*p)) { v->kind = *p; while (isalpha((unsigned char)*p)) p++; }
    else { char *e; v->kind = '0'; v->num = strtod(p, &e); p = e; }
    return v;
}
static void show(struct v *v) {
    switch (v->kind) {
    case 's': printf("\"%s\"", v->str); break;
    case 'k': printf("\"%s\":", v->str); show(v->child); break;
    case '0': printf("%g", v->num); break;
    case '[': case '{': putchar(v->kind); for (struct v *c = v->child; c; c = c->next) { show(c); if (c->next) putchar(','); } putchar(v->kind + 2); break;
    default: putchar(v->kind);
    }
}
static int drop(struct v *v) { if (!v) return 0; int n = 1 + drop(v->child) + drop(v->next); free(v->str); free(v); return n; }

int main(void) {
    p = " { \"a\" : [1, 2.50, -3e2, []], \"b\":{\"c\":true,\"d\":null}, \"e\" : \"text here\" } ";
    struct v *v = value();
    show(v);
    int n = drop(v);
    printf("\n%d\n", n);
    return n;
}
