/* hash_table.c — chained hash table with allocated nodes: insertions, look-ups and removals. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BUCKETS 16384
#define OPERATIONS 12000000

typedef struct Node {
    struct Node *next;
    uint32_t key, value;
} Node;

static Node *bucket[BUCKETS];

static uint32_t hash(uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    return x % BUCKETS;
}

static Node **find(uint32_t key) {
    Node **at = &bucket[hash(key)];
    while (*at && (*at)->key != key) at = &(*at)->next;
    return at;
}

int main(void) {
    uint32_t random = 12345;
    uint64_t checksum = 0, live = 0;
    for (int i = 0; i < OPERATIONS; i++) {
        random = random * 1664525u + 1013904223u;
        uint32_t key = (random >> 8) % 40000;
        Node **at = find(key);
        switch (random >> 30) {
        case 0:
            if (*at) {
                Node *old = *at;
                *at = old->next;
                checksum = checksum * 3 + old->value;
                free(old);
                live--;
            }
            break;
        case 1:
            if (!*at) {
                Node *n = malloc(sizeof *n);
                *n = (Node){NULL, key, random};
                *at = n;
                live++;
            }
            break;
        default:
            if (*at) checksum += (*at)->value;
        }
    }
    printf("%llu %llu\n", (unsigned long long)checksum, (unsigned long long)live);
    return 0;
}
