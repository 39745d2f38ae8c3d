/* Structures that end in a flexible array, copied, grown and compared; assignment leaves the tail behind. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    unsigned length;
    unsigned char kind;
    char bytes[];
};

static struct text *make(const char *s, int kind) {
    size_t n = strlen(s);
    struct text *t = malloc(sizeof *t + n + 1);
    t->length = (unsigned)n;
    t->kind = (unsigned char)kind;
    memcpy(t->bytes, s, n + 1);
    return t;
}
static struct text *clone(const struct text *t) {
    struct text *c = malloc(sizeof *c + t->length + 1);
    *c = *t;
    memcpy(c->bytes, t->bytes, t->length + 1);
    return c;
}
static struct text *append(struct text *t, const struct text *u) {
    t = realloc(t, sizeof *t + t->length + u->length + 1);
    memcpy(t->bytes + t->length, u->bytes, u->length + 1);
    t->length += u->length;
    return t;
}

int main(void) {
    printf("%zu %zu\n", sizeof(struct text), offsetof(struct text, bytes));
    struct text *a = make("warp", 1), *b = make(" and weft", 2), *c = clone(a);
    c->bytes[0] = 'W';
    printf("%s %s %u %d\n", a->bytes, c->bytes, c->length, c->kind);
    for (int i = 0; i < 3; i++) c = append(c, b);
    printf("%u %s\n", c->length, c->bytes);
    struct text head = *c;
    printf("%u %d\n", head.length, head.kind);
    printf("%d %d\n", strcmp(a->bytes, c->bytes) > 0, memcmp(a->bytes + 1, c->bytes + 1, 3));
    int status = (int)c->length;
    free(a);
    free(b);
    free(c);
    return status;
}
