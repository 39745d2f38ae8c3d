/* expect: deadlock @a "" */
#include <pthread.h>
int main(void) {
    pthread_join(pthread_self(), NULL); /*a*/
    return 0;
}
