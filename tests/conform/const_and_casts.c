/* const in all positions, casts between pointers, integers and void. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const int limits[] = {1, 2, 3};
static int total(const int *const p, const size_t n) { int s = 0; for (size_t i = 0; i < n; i++) s += p[i]; return s; }
struct handle { const char *const name; int id; };

int main(void) {
    const int *p = limits;
    p++;
    int v = 5;
    int *const fixed = &v;
    *fixed += *p;
    printf("%d %d\n", v, total(limits, 3));
    struct handle h = {"name", 3};
    struct handle g = h;
    printf("%s %d\n", g.name, g.id);
    float f = 1.0f;
    uint32_t bits;
    memcpy(&bits, &f, 4);
    uintptr_t address = (uintptr_t)&v;
    printf("%08x %d %d\n", bits, *(int *)address, (int)(char)0x1ff);
    char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint64_t word;
    memcpy(&word, bytes, 8);
    printf("%llx %x\n", (unsigned long long)word, *(unsigned char *)((char *)&word + 3));
    (void)word;
    return (int)(intptr_t)(void *)(intptr_t)44;
}
