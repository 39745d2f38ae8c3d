/* expect: safe */
/* assumption: memory that is protected from reading or writing can be read and written */
#include <sys/mman.h>

int main(void) {
    char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(p, 4096, PROT_READ);
    *p = 1; /* natively, this ends the process */
}
