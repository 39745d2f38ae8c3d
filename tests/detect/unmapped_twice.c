/* expect: memory @unmap "use after free"; race @unmap */
/* Two threads unmap one mapping: whether it is still there depends on the other one. */
#include <pthread.h>
#include <sys/mman.h>

static char *pages;

static void *unmap(void *p) {
    munmap(pages, 8192); /*unmap*/
    return p;
}

int main(void) {
    pthread_t t;
    pages = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&t, 0, unmap, 0);
    unmap(0);
    pthread_join(t, 0);
    return 0;
}
