/* expect: safe */
/* What <immintrin.h> offers to those who spin. */
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready;
static int data;
static void *writer(void *p) {
    data = 1;
    _mm_sfence();
    atomic_store(&ready, 1);
    return p;
}
int main(void) {
    pthread_t t;
    unsigned long long began = __rdtsc();
    pthread_create(&t, NULL, writer, NULL);
    while (!atomic_load(&ready)) _mm_pause();
    _mm_mfence();
    assert(data == 1);
    pthread_join(t, NULL);
    return __rdtsc() < began;
}
