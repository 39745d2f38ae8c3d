/* k: 1 */
/* pthread_key_create writes to memory that the other thread reads. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_key_t key = 9;
static void *reader(void *unused) {
    heddle_assert(key == 9);
    return unused;
}
static void *writer(void *unused) {
    pthread_key_create(&key, NULL);
    return unused;
}
MAIN(reader, writer)
