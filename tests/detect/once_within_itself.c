/* expect: deadlock "whose routine is run by thread 0 (itself)" */
#include <pthread.h>
static pthread_once_t o = PTHREAD_ONCE_INIT;
static void routine(void) { pthread_once(&o, routine); }
int main(void) {
    pthread_once(&o, routine);
    return 0;
}
