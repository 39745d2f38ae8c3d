/* expect: api @a "mutex initialised again: it has a static initialiser"; api @b "condition variable initialised again: it has"; api @c "read-write lock initialised again: it has"; api @d "mutex initialised again: it has"; api @e "mutex initialised again: it has" */
/* An initialiser in a declaration is an initialisation: another one is a misuse, unless the object was
 * destroyed. */
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, fine = PTHREAD_MUTEX_INITIALIZER, zero, by_hand = {0};
static pthread_cond_t c = PTHREAD_COND_INITIALIZER, zero_too;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static struct {
    int n;
    pthread_mutex_t lock;
} table[2] = {{1, PTHREAD_MUTEX_INITIALIZER}, {2, PTHREAD_MUTEX_INITIALIZER}};

int main(void) {
    int which = heddle_int("which");
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    switch (which) {
    case 0: return pthread_mutex_init(&m, 0);             /*a*/
    case 1: return pthread_cond_init(&c, 0);              /*b*/
    case 2: return pthread_rwlock_init(&l, 0);            /*c*/
    case 3: return pthread_mutex_init(&table[1].lock, 0); /*d*/
    case 4: {
        pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER;
        return pthread_mutex_init(&local, 0); /*e*/
    }
    default: break;
    }
    pthread_mutex_destroy(&fine);
    pthread_mutex_init(&fine, 0);
    pthread_mutex_init(&zero, 0);
    pthread_mutex_init(&by_hand, 0);
    pthread_cond_init(&zero_too, 0);
    for (int k = 0; k < 2; k++) {
        pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER, copy;
        pthread_mutex_init(&copy, 0);
        local = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
        pthread_mutex_lock(&local);
        pthread_mutex_lock(&copy);
        pthread_mutex_unlock(&copy);
        pthread_mutex_unlock(&local);
    }
    return 0;
}
