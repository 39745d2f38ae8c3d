/* Static initialisers: addresses, offsets, function tables, self-references, zero fill. */
#include <stdio.h>
#include <stddef.h>

static int numbers[] = {1, 2, 3, 4};
static int *third = &numbers[2], *end = numbers + 4;
struct node { const char *name; struct node *next; int (*f)(int); };
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
extern struct node second;
static struct node first = {"first", &second, twice};
struct node second = {"second", &first, square};
static const char *const words[] = {"alpha", "beta" + 1, [4] = "gamma"};
static char *tail = (char *)&second + offsetof(struct node, f);
static long difference = (char *)&((struct node *)0)->next - (char *)0;
static int zeros[100];
static double pi = 3.14159, half = 1.0 / 2;

int main(void) {
    printf("%d %td\n", *third, end - third);
    printf("%s %s %d %d\n", first.next->name, first.next->next->name, first.f(5), second.f(5));
    printf("%s %s %d %s\n", words[0], words[1], words[2] == NULL, words[4]);
    printf("%d %ld\n", (*(int (**)(int))tail)(9), difference);
    int sum = 0;
    for (int i = 0; i < 100; i++) sum |= zeros[i];
    printf("%d %g %g\n", sum, pi, half);
    static int counter;
    return ++counter;
}
