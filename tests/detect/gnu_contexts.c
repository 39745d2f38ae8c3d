/* expect: safe */
/* output: 0+ 1+ 2+ 3+ 4. 5. 101 210 102 211 103 212 4 rounds visits 3 visits 13 visits 16 visits 26 total 4 */
/* Contexts of execution: generators, two coroutines that take turns, arguments, the end of a context, jumps
 * back with getcontext, variables and recursion on their stacks, and each thread with contexts of its own. */
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#define STACK 65536

typedef struct Generator {
    ucontext_t own, caller;
    char *stack;
    int value, done;
    int from, to;
} Generator;

static void yield(Generator *g, int x) {
    g->value = x;
    swapcontext(&g->own, &g->caller);
}
static void walk(Generator *g, int from, int to) {
    int middle[3] = {from, (from + to) / 2, to};
    if (from >= to) return;
    walk(g, from, middle[1]);
    yield(g, middle[1]);
    walk(g, middle[1] + 1, to);
}
static void body(unsigned high, unsigned low) {
    Generator *g = (Generator *)((uintptr_t)high << 32 | low);
    char name[16];
    snprintf(name, sizeof name, "%d..%d", g->from, g->to);
    walk(g, g->from, g->to);
    if (strlen(name) < 4) abort();
    g->done = 1;
}
static void generator_start(Generator *g, int from, int to) {
    memset(g, 0, sizeof *g);
    g->from = from, g->to = to;
    g->stack = malloc(STACK);
    getcontext(&g->own);
    g->own.uc_stack.ss_sp = g->stack;
    g->own.uc_stack.ss_size = STACK;
    g->own.uc_link = &g->caller;
    makecontext(&g->own, (void (*)(void))body, 2, (unsigned)((uintptr_t)g >> 32), (unsigned)(uintptr_t)g);
}
static int generator_next(Generator *g, int *x) {
    if (g->done) return 0;
    swapcontext(&g->caller, &g->own);
    if (!g->done) *x = g->value;
    return !g->done;
}

static ucontext_t home, left, right;
static char stacks[2][STACK];
static int log_of[32], nlog;
static void turn(int which, long more, int negative) {
    int mine = which * 10;
    for (int k = 0; k < 3; k++) {
        log_of[nlog++] = mine + k + (int)more + (negative < 0);
        if (which)
            swapcontext(&right, &left);
        else
            swapcontext(&left, &right);
    }
}
static void turns(void) {
    getcontext(&left);
    getcontext(&right);
    left.uc_stack = (stack_t){.ss_sp = stacks[0], .ss_size = STACK};
    right.uc_stack = (stack_t){.ss_sp = stacks[1], .ss_size = STACK};
    left.uc_link = &right;
    right.uc_link = &home;
    makecontext(&left, (void (*)(void))turn, 3, 0, 100l, -5);
    makecontext(&right, (void (*)(void))turn, 3, 1, 200l, 5);
    swapcontext(&home, &left);
    for (int k = 0; k < nlog; k++) printf(" %d", log_of[k]);
    printf("\n");
}

static void jumps(void) {
    ucontext_t here;
    volatile int rounds = 0;
    getcontext(&here);
    if (rounds++ < 3) setcontext(&here);
    printf("%d rounds\n", rounds);
}

static ucontext_t back, inner;
static volatile int visits;
static void nested(void) {
    ucontext_t mine;
    volatile int n = 0;
    getcontext(&mine);
    visits++;
    if (n++ < 2) setcontext(&mine);
    swapcontext(&inner, &back);
    visits += 10;
}
static void nests(void) {
    for (int round = 0; round < 2; round++) {
        getcontext(&inner);
        inner.uc_stack = (stack_t){.ss_sp = stacks[0], .ss_size = STACK};
        inner.uc_link = &back;
        makecontext(&inner, nested, 0);
        swapcontext(&back, &inner);
        printf("visits %d\n", visits);
        swapcontext(&back, &inner);
        printf("visits %d\n", visits);
    }
}

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *worker(void *arg) {
    Generator g;
    int x;
    generator_start(&g, 0, (int)(long)arg);
    while (generator_next(&g, &x)) {
        pthread_mutex_lock(&m);
        total += x;
        pthread_mutex_unlock(&m);
    }
    free(g.stack);
    return 0;
}

int main(void) {
    Generator a, b;
    int x, y;
    generator_start(&a, 0, 6);
    generator_start(&b, 10, 14);
    while (generator_next(&a, &x)) printf("%d%s ", x, generator_next(&b, &y) ? "+" : ".");
    printf("\n");
    while (generator_next(&b, &y)) printf("%d ", y);
    free(a.stack), free(b.stack);
    turns();
    jumps();
    nests();
    pthread_t t[2];
    for (long k = 0; k < 2; k++) pthread_create(&t[k], 0, worker, (void *)(k + 2));
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
    printf("total %d\n", total);
    return 0;
}
