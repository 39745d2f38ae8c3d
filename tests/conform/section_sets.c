/* native: clang. (Compilers differ in the order of variables.) */
/* Variables that linkers gather: commands that register themselves, and a set that is written to. What the
 * processor offers is asked, too. */
#include <stdio.h>
#include <string.h>
struct command {
    const char *name;
    int (*run)(int);
    const struct command *next;
};
#define PLACED(section_name) __attribute__((used, section(section_name), aligned(sizeof(void *))))
extern const struct command __start_commands[], __stop_commands[];
static int twice(int n) { return 2 * n; }
static int less(int n) { return n - 1; }
static const struct command first PLACED("commands") = {"twice", twice, NULL};
static const struct command second PLACED("commands") = {"less", less, &first};
extern char __start_counters[], __stop_counters[];
static char small __attribute__((used, section("counters"))) = 1;
static int large __attribute__((used, section("counters"))) = 2;
static long largest __attribute__((used, section("counters"))) = 3;
extern const int __start_nothing[] __attribute__((weak)), __stop_nothing[] __attribute__((weak));
static int sum(const int *numbers, int n) {
    int s = 0;
    while (n--) s += *numbers++;
    return s;
}
int main(void) {
    for (const struct command *c = __start_commands; c < __stop_commands; c++)
        printf("%s %d %s\n", c->name, c->run(7), c->next ? c->next->name : "-");
    large += small;
    largest *= large;
    printf("%d %d %ld %d\n", small, large, largest, (int)(__stop_counters - __start_counters));
    memset(__start_counters, 0, (size_t)(__stop_counters - __start_counters));
    printf("%d %d %ld\n", small, large, largest);
    printf("%d\n", __stop_nothing == __start_nothing);
    __builtin_cpu_init();
    int numbers[] = {1, 2, 3};
    printf("%d\n", __builtin_cpu_supports("avx2") && __builtin_cpu_is("intel") ? sum(numbers, 3) : 6);
    return 0;
}
