/* k: 3 */
/* A list of which the other thread replaces all but the head: two pointers and a value, in one condition. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int value;
};
static struct node *head;
static void *reader(void *unused) {
    heddle_assert(!head->next || !head->next->next || head->next->next->value != 3);
    return unused;
}
static void *writer(void *unused) {
    struct node *last = calloc(1, sizeof *last), *middle = calloc(1, sizeof *middle);
    last->value = 3;
    middle->next = last;
    head->next = middle;
    return unused;
}
int main(void) {
    head = calloc(1, sizeof *head);
    RUN(NULL, reader, writer);
    return 0;
}
