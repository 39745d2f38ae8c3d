/* Command dispatch by string comparison chains and by perfect hashing. */
#include <stdio.h>
#include <string.h>

static int chain(const char *s) {
    if (!strcmp(s, "start")) return 1;
    if (!strncmp(s, "st", 2)) return 2;
    if (strchr(s, '=')) return 3;
    if (s[0] == '-' && s[1] && !s[2]) return 4;
    return 0;
}
static unsigned h(const char *s) { return ((unsigned)s[0] * 3 + (unsigned)strlen(s) * 5) % 11; }
static int hashed(const char *s) {
    switch (h(s)) {
    case ('a' * 3 + 3 * 5) % 11: return strcmp(s, "add") ? -1 : 10;
    case ('s' * 3 + 3 * 5) % 11: return strcmp(s, "sub") ? -1 : 20;
    case ('m' * 3 + 4 * 5) % 11: return strcmp(s, "move") ? -1 : 30;
    default: return -2;
    }
}

int main(void) {
    const char *v[] = {"start", "stop", "x=1", "-v", "-vv", "", "add", "sub", "move", "axe", "zzz"};
    int sum = 0;
    for (int i = 0; i < 11; i++) { int a = chain(v[i]), b = hashed(v[i][0] ? v[i] : "-"); printf("%d:%d ", a, b); sum += a + b; }
    printf("%d\n", sum);
    return sum;
}
