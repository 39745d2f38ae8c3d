/* expect: safe */
/* Promoted to int: no overflow. */
static signed char low = -128, minus = -1;
int main(void) { return low / minus == 128 ? 0 : 1; }
