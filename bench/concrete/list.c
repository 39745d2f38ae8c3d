/* list.c — small blocks that are allocated, linked and freed. */
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 40000
#define N 1000

struct node {
    struct node *next;
    int value;
};

int main(void) {
    unsigned sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct node *head = NULL;
        for (int i = 0; i < N; i++) {
            struct node *n = malloc(sizeof *n);
            n->value = i ^ round;
            n->next = head;
            head = n;
        }
        while (head) {
            struct node *n = head;
            head = n->next;
            sum = sum * 3 + (unsigned)n->value;
            free(n);
        }
    }
    printf("%u\n", sum);
    return 0;
}
