/* expect: api @a "does not exist"; api @b "does not exist"; api @c "does not exist"; assertion @d */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
int main(void) {
    pthread_key_t k = 5;
    void *value = pthread_getspecific(k);                /*a*/
    int set = pthread_setspecific(k, &k);                /*b*/
    int deleted = pthread_key_delete(k);                 /*c*/
    assert(value || set != EINVAL || deleted != EINVAL); /*d*/
}
