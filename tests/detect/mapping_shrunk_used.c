/* expect: memory @use "invalid write" */
#define _GNU_SOURCE
#include <sys/mman.h>
int main(void) {
    char *m = mmap(0, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    m = mremap(m, 3 * 4096, 4096, 0);
    m[4095] = 1;
    m[4096] = 1; /*use*/
    return 0;
}
