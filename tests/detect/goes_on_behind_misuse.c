/* expect: api @a "static initialiser"; api @b "without having been destroyed"; api @c "used after it was destroyed"; api @d "used after it was destroyed"; race @e "`x`" */
/* assumption: behind a second initialisation: the object is a new one */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
static int x;
static void *add(void *arg) {
    x++; /*e*/
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_mutex_init(&m, NULL); /*a*/
    pthread_cond_init(&c, NULL);
    pthread_cond_init(&c, NULL); /*b*/
    pthread_create(&t, NULL, add, NULL);
    x++;
    pthread_join(t, NULL);
    pthread_mutex_destroy(&m);
    pthread_mutex_lock(&m);   /*c*/
    pthread_mutex_unlock(&m); /*d*/
    return 0;
}
