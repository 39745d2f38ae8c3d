/*
 * base.h — used by every other room: checked allocation, growable arrays, arenas, hashing,
 * formatted strings, and the two ways to report internal errors. Knows nothing of programs under
 * test.
 *
 * Out of memory on the host ends the process through `base_fatal` (exit status 4). No function
 * returns NULL unless its comment says so.
 */
#ifndef HEDDLE_BASE_BASE_H
#define HEDDLE_BASE_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
/* For functions that are compiled for each value of a constant argument, so that the usual case
 * pays nothing for the other one. */
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define PRINTF_LIKE(f, a) __attribute__((format(printf, f, a)))

/* Prints "heddle: internal error: …" and exits with status 4. Only for broken invariants of the
 * engine. */
_Noreturn void base_fatal(const char *format, ...) PRINTF_LIKE(1, 2);

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *p, size_t size);
char *xstrdup(const char *s);
/* Returns a new string, which the caller frees. */
char *xasprintf(const char *format, ...) PRINTF_LIKE(1, 2);

/* Reserves address space, which is zeroed and touched on demand; base_release gives it back. */
void *base_reserve(size_t bytes);
void base_release(void *p, size_t bytes);

/* A growable array: declare as `VEC(Type) name = {0};`. Elements are at name.data[0 ..
 * name.len-1]. */
#define VEC(T)           \
    struct {             \
        T *data;         \
        size_t len, cap; \
    }
void vec_grow_(void **data, size_t *cap, size_t need, size_t elem);
#define vec_reserve(v, n)                                                                       \
    do {                                                                                        \
        if ((n) > (v)->cap) vec_grow_((void **)&(v)->data, &(v)->cap, (n), sizeof(*(v)->data)); \
    } while (0)
#define vec_push(v, x)                                                                   \
    do {                                                                                 \
        if (unlikely((v)->len == (v)->cap))                                              \
            vec_grow_((void **)&(v)->data, &(v)->cap, (v)->len + 1, sizeof(*(v)->data)); \
        (v)->data[(v)->len++] = (x);                                                     \
    } while (0)
#define vec_pop(v) ((v)->data[--(v)->len])
#define vec_last(v) ((v)->data[(v)->len - 1])
#define vec_free(v)              \
    do {                         \
        free((v)->data);         \
        (v)->data = NULL;        \
        (v)->len = (v)->cap = 0; \
    } while (0)

/* A growing string, always NUL-terminated once something was added. */
typedef VEC(char) StrBuf;
void str_addf(StrBuf *b, const char *format, ...) PRINTF_LIKE(2, 3);
void str_add(StrBuf *b, const char *s);
void str_addc(StrBuf *b, char c);

/* A bump allocator; everything is freed at once. */
typedef struct Arena Arena;
Arena *arena_new(void);
void *arena_alloc(Arena *a, size_t size); /* zeroed, 16-byte aligned */
/* The same, aligned to `alignment` bytes, a power of two up to 16. */
void *arena_alloc_aligned(Arena *a, size_t size, size_t alignment);
/* Returns the number of bytes taken from the system. */
uint64_t arena_bytes(const Arena *a);
char *arena_strdup(Arena *a, const char *s);
/* Frees all that was allocated, and keeps the first block for what follows. */
void arena_reset(Arena *a);
void arena_free(Arena *a);

/* Returns the number whose lowest `bits` bits (up to 64) are set. */
static inline uint64_t low_bits(unsigned bits) { return bits < 64 ? (1ull << bits) - 1 : ~0ull; }

/* 64-bit mixing, good enough for hash tables and, combined over two lanes, for names. */
static inline uint64_t hash_mix(uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    x ^= x >> 32;
    return x;
}
/* Returns the next number of a random sequence, which may begin with any state. */
static inline uint64_t random_next(uint64_t *state) {
    *state += 0x9e3779b97f4a7c15ull;
    return hash_mix(*state);
}
static inline uint64_t hash_combine(uint64_t h, uint64_t x) {
    return hash_mix(h * 0x9e3779b97f4a7c15ull + x + 0x632be59bd9b4e019ull);
}
uint64_t hash_bytes(const void *p, size_t n, uint64_t seed);
static inline uint64_t hash_string(const char *s) { return hash_bytes(s, strlen(s), 0x51ed270b); }
static inline bool has_prefix(const char *s, const char *prefix) {
    return !strncmp(s, prefix, strlen(prefix));
}
static inline bool has_suffix(const char *s, const char *suffix) {
    size_t n = strlen(s), m = strlen(suffix);
    return n >= m && !strcmp(s + n - m, suffix);
}
/* Returns the first folder of a list like PATH, and its length (0: the current folder). *list
 * becomes the rest of the list, or NULL; it must not be NULL before. */
static inline const char *next_folder(const char **list, size_t *len) {
    const char *s = *list;
    *len = strcspn(s, ":");
    *list = s[*len] ? s + *len + 1 : NULL;
    return s;
}

/* Returns the wall-clock time in seconds since an arbitrary start. */
double time_wall(void);

/* A query that long operations make now and then: whether to give up. NULL: never. */
typedef struct Stop {
    bool (*asked)(void *context);
    void *context;
} Stop;
static inline bool stop_asked(const Stop *s) { return s && s->asked(s->context); }
/* Returns the processor time of this process in seconds. */
double time_cpu(void);
/* Returns the resident set size of this process in bytes (0: unknown). */
uint64_t memory_resident(void);

/* A list of distinct texts. texts_add adds a copy unless an equal text is there; texts_free frees
 * the list. */
void texts_add(char ***list, size_t *n, const char *text);
void texts_free(char **list, size_t n);

/* Whether a sanitizer looks at the end for memory that was not freed. */
#if defined(__SANITIZE_ADDRESS__)
#define BASE_FINDS_LEAKS true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BASE_FINDS_LEAKS true
#endif
#endif
#ifndef BASE_FINDS_LEAKS
#define BASE_FINDS_LEAKS false
#endif

/* Checks an invariant of the engine's own data: in debug and sanitizer builds, and if a test asks
 * for it. */
extern bool base_invariants;
#define invariant(condition)                                                               \
    do {                                                                                   \
        if (unlikely(base_invariants) && !(condition))                                     \
            base_fatal("a broken invariant at %s:%d: %s", __FILE__, __LINE__, #condition); \
    } while (0)

#endif
