/* expect: memory @use "invalid write" */
#include <sys/mman.h>
int main(void) {
    char *m = mmap(0, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(m + 4096, 4096);
    m[4095] = m[8192] = 1;
    m[4096] = 1; /*use*/
    return 0;
}
