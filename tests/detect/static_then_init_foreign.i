/* expect: api "mutex initialised again: it has" */
/* Preprocessed programs, whose headers write zeros and a kind: zeros say nothing of who wrote them, another kind does. */
typedef unsigned long pthread_t;
enum { PTHREAD_MUTEX_TIMED_NP, PTHREAD_MUTEX_RECURSIVE_NP, PTHREAD_MUTEX_ERRORCHECK_NP };
enum { PTHREAD_RWLOCK_PREFER_READER_NP, PTHREAD_RWLOCK_DEFAULT_NP = PTHREAD_RWLOCK_PREFER_READER_NP };
struct list {
    struct list *prev, *next;
};
typedef union {
    struct {
        int lock;
        unsigned count;
        int owner;
        unsigned nusers;
        int kind;
        short spins, elision;
        struct list list;
    } data;
    char size[40];
} pthread_mutex_t;
typedef union {
    struct {
        unsigned a, b, c, d, e, f;
        int g, h;
        signed char i;
        unsigned char j[7];
        unsigned long k;
        unsigned flags;
    } data;
    char size[56];
} pthread_rwlock_t;
typedef union {
    char size[4];
} attributes;
extern int pthread_mutex_init(pthread_mutex_t *, const attributes *), pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_rwlock_init(pthread_rwlock_t *, const attributes *), pthread_rwlock_rdlock(pthread_rwlock_t *), pthread_rwlock_unlock(pthread_rwlock_t *);
extern int pthread_mutex_destroy(pthread_mutex_t *);
extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = { { 0, 0, 0, 0, PTHREAD_MUTEX_TIMED_NP, 0, 0, { 0, 0 } } }, zero;
pthread_mutex_t r = { { 0, 0, 0, 0, PTHREAD_MUTEX_RECURSIVE_NP, 0, 0, { 0, 0 } } };
pthread_rwlock_t l = { { 0, 0, 0, 0, 0, 0, 0, 0, 0, { 0, 0, 0, 0, 0, 0, 0 }, 0, PTHREAD_RWLOCK_DEFAULT_NP } };

int main(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&r);
    pthread_mutex_lock(&r);
    pthread_mutex_unlock(&r);
    pthread_mutex_unlock(&r);
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    switch (__VERIFIER_nondet_int()) {
    case 0: return pthread_mutex_init(&m, 0);
    case 1: return pthread_rwlock_init(&l, 0);
    case 2: return pthread_mutex_init(&r, 0);
    default: break;
    }
    pthread_mutex_destroy(&r);
    pthread_mutex_init(&r, 0);
    return pthread_mutex_init(&zero, 0);
}
