/* Structures that end in a flexible array member. */
#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
#include <string.h>

struct packet { unsigned short kind; unsigned length; unsigned char data[]; };

static struct packet *make(unsigned short kind, const char *text) {
    size_t n = strlen(text) + 1;
    struct packet *p = malloc(sizeof *p + n);
    p->kind = kind;
    p->length = (unsigned)n;
    memcpy(p->data, text, n);
    return p;
}

int main(void) {
    printf("%zu %zu\n", sizeof(struct packet), offsetof(struct packet, data));
    struct packet *a = make(1, "hello"), *b = make(2, "a somewhat longer text");
    printf("%u %u %s\n", a->kind, a->length, (char *)a->data);
    printf("%u %u %s\n", b->kind, b->length, (char *)b->data);
    unsigned sum = 0;
    for (unsigned i = 0; i < b->length; i++) sum = sum * 31 + b->data[i];
    printf("%u\n", sum);
    free(a);
    free(b);
    return 0;
}
