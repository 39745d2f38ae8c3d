/* Recursion: Ackermann, Hanoi, mutual recursion, deep linear recursion. */
#include <stdio.h>

static unsigned ack(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int moves;
static void hanoi(int n, char a, char b, char c) {
    if (n == 0) return;
    hanoi(n - 1, a, c, b);
    moves++;
    if (n == 4) printf("%c->%c\n", a, c);
    hanoi(n - 1, b, a, c);
}
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 || odd(n - 1); }
static int odd(unsigned n) { return n != 0 && even(n - 1); }
static long depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }

int main(void) {
    printf("%u %u\n", ack(2, 3), ack(3, 3));
    hanoi(6, 'A', 'B', 'C');
    printf("%d %d %d\n", moves, even(100), odd(77));
    printf("%ld\n", depth(5000));
    return moves;
}
