/*
 * machine.h — what the programs about functions for single instructions have in common: operands, and a hash
 * of the results of each function. ROUNDS: how often each is called.
 */
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t state = 88172645463325252u, hash;
static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}
static void add(const void *p, unsigned n) {
    for (const unsigned char *c = p; n--; c++) hash = (hash ^ *c) * 1099511628211u;
}
static void tell(const char *name) {
    printf("%s %016llx\n", name, (unsigned long long)hash);
    hash = 0;
}
static uint64_t word(void) {
    static const uint64_t edges[] = {0x8000800080008000u, 0x7fff7fff7f7f8080u, 0, 0x0000ffff00ff8001u};
    return next() % 4 ? next() : edges[next() % 4];
}
static double number(void) {
    static const double special[] = {0.0, -0.0, 1.5, -2.5, 0.5, 3e9, -3e9, 1e19, -1e19, 2147483647.5,
                                     2.5, 1e-310};
    uint64_t k = next() % 16;
    return k < 12 ? special[k] : (double)(int64_t)next() / 1e12;
}
/* A function that makes a vector of n elements, each of which is drawn. */
#define VECTOR(name, Type, Element, n, draw)              \
    static Type name(void) {                              \
        Element e[n];                                     \
        Type v;                                           \
        for (int k = 0; k < n; k++) e[k] = (Element)draw; \
        memcpy(&v, e, sizeof v);                          \
        return v;                                         \
    }
/* A function that tells of an expression of a, b and c, which are drawn, and of the round, k. */
#define EACH(name, Type, draw, expression)            \
    static void name(void) {                          \
        for (int k = 0; k < ROUNDS; k++) {            \
            Type a = draw(), b = draw(), c = draw();  \
            __typeof__(expression) r = (expression);  \
            add(&r, sizeof r);                        \
            (void)a, (void)b, (void)c, (void)k;       \
        }                                             \
        tell(#name);                                  \
    }
/* A run may take one part of the functions: a third of them is what PART says, 0 to 2. */
#ifdef PART
#define CALL(name, expression) \
    if (__COUNTER__ % 3 == PART) name();
#else
#define CALL(name, expression) name();
#endif
