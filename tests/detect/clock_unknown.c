/* A clock that there is not cannot be read. */
/* expect: assertion @read */
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec now;
    int error = clock_gettime(99, &now);
    assert(error == 0); /*read*/
    return 0;
}
