/* k: 2 */
/* A block of the heap that the other thread makes known: the pointer, and what is there. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
struct node {
    int value;
    struct node *next;
};
static struct node *head;
static void *reader(void *unused) {
    struct node *n = head;
    if (n) heddle_assert(n->value != 9);
    return unused;
}
static void *writer(void *unused) {
    struct node *n = malloc(sizeof *n);
    n->value = 9;
    n->next = NULL;
    head = n;
    return unused;
}
MAIN(reader, writer)
