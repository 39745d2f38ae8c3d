/*
 * dfs.c — brute force: every interleaving of visible operations and every feasible outcome, nothing
 * reduced. The oracle that the other strategies are compared with, and deliberately simple.
 */
#include "base/tables/hash_set.h"
#include "strategies/hunt/hunt.h"
#include "explore/internal.h"
#include <stdlib.h>

/* A node of the search: its choices and the number of those already explored. */
typedef struct Node {
    Choice *choices;
    uint32_t len, next;
} Node;

static Node choices_here(Run *r) {
    int threads[MAX_THREADS];
    uint32_t outcomes[MAX_OUTCOMES];
    VEC(Choice) list = {0};
    unsigned n = run_enabled(r, threads);
    for (unsigned k = 0; k < n; k++) {
        unsigned m = operation_outcomes(r->machine, threads[k], outcomes);
        for (unsigned j = 0; j < m; j++) {
            Choice c = {threads[k], outcomes[j]};
            vec_push(&list, c);
        }
    }
    return (Node){list.data, (uint32_t)list.len, 0};
}

static void dfs_explore(Campaign *c) {
    Run *r = c->run;
    VEC(Node) stack = {0};
    HashSet configurations = {0};
    Node root = choices_here(r);
    vec_push(&stack, root);
    while (stack.len && !campaign_stop(c)) {
        Node *n = &vec_last(&stack);
        if (!n->len) {
            /* The names of the last events of the threads identify a configuration. */
            uint64_t h = 0;
            for (uint32_t k = 0; k < r->history.own.len; k++)
                if (history_last(&r->history, k)) h += hash_mix(history_last(&r->history, k)->name);
            hash_set_add(&configurations, h | 1);
            campaign_leaf(c);
        }
        bool down = false;
        while (n->next < n->len && !down) {
            Choice x = n->choices[n->next++];
            down = run_step(r, x.thread, x.outcome);
        }
        if (down) {
            Node next = choices_here(r);
            vec_push(&stack, next);
            continue;
        }
        free(n->choices);
        stack.len--;
        if (stack.len) run_undo(r, stack.len - 1);
    }
    while (stack.len) free(vec_pop(&stack).choices);
    vec_free(&stack);
    c->result->stats.configurations = configurations.len;
    hash_set_free(&configurations);
}

const Strategy dfs_strategy = {
    .name = "dfs",
    .help = "every interleaving: the oracle that the others are compared with",
    .explore = dfs_explore,
    .hunts = &hunt_ops,
    .exhaustive = true,
};
