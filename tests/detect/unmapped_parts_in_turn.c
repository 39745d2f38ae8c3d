/* expect: safe */
/* options: --checks=leak */
#include <heddle/heddle.h>
#include <sys/mman.h>
int main(void) {
    for (int k = 0; k < 12; k++) {
        char *m = mmap(0, 2 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        for (int n = 0; n < 2 * 4096; n += 512) heddle_assert(!m[n]++);
        munmap(m + 4096 * (k & 1), 4096);
        munmap(m + 4096 * !(k & 1), 4096);
    }
    return 0;
}
