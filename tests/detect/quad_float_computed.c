/* expect: incomplete */
/* incomplete: 128-bit floating point */
/* Arithmetic on them is told as missing. */
static volatile double d = 2;
int main(void) {
    __float128 x = d;
    return x / 3 > x * x;
}
