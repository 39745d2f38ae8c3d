/* Enumerators as numbers, bounds of tables, flags and loop variables. */
#include <stdio.h>

enum colour { RED, GREEN = 5, BLUE, LAST = BLUE + 10, AGAIN = RED - 1 };
enum flag { F_NONE, F_READ = 1 << 0, F_WRITE = 1 << 1, F_RUN = 1 << 2, F_ALL = F_READ | F_WRITE | F_RUN };
enum day { MON, TUE, WED, THU, FRI, SAT, SUN, DAYS };
enum { HUGE_ONE = 0x7fffffff, TINY = -HUGE_ONE - 1, WIDTH = sizeof(long) * 8, LETTER = 'a' };

static const char *const names[DAYS] = {[SUN] = "sun", [MON] = "mon", "tue", "wed", [SAT] = "sat", [FRI] = "fri", [THU] = "thu"};

static enum day after(enum day d, int n) { return (enum day)(((int)d + n % DAYS + DAYS) % DAYS); }
static int length(enum flag f) {
    int n = 0;
    for (enum flag bit = F_READ; bit <= F_RUN; bit <<= 1) n += (f & bit) != 0;
    return n;
}

int main(void) {
    printf("%d %d %d %d %d\n", RED, GREEN, BLUE, LAST, AGAIN);
    printf("%d %d %d %c\n", HUGE_ONE, TINY, WIDTH, LETTER + 3);
    for (enum day d = MON; d < DAYS; d++) printf("%s>%s ", names[d], names[after(d, 3)]);
    printf("\n%s %s\n", names[after(MON, -1)], names[after(SUN, 100)]);
    enum flag f = F_NONE;
    for (int i = 0; i < 6; i++) {
        f ^= (enum flag)(1 << i % 3) | (i & 1);
        printf("%d:%d ", f, length(f));
    }
    printf("\n%d %d %d\n", F_ALL & ~F_WRITE, length(F_ALL), sizeof(enum colour) == sizeof(int));
    switch ((enum colour)(GREEN + 1)) {
    case RED: puts("red"); break;
    case BLUE: puts("blue"); break;
    default: puts("other");
    }
    return LAST;
}
