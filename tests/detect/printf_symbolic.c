/* expect: assertion @one "n != 1234"; assertion @two "length != 6"; assertion @three "so_far != 3" */
/* options: --max-traces=200 */
/* Numbers that are printed have no branch for each of their digits, unless the length of the text is looked
 * at. */
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    for (int k = 0; k < 4; k++) printf("%d %5x %u|%c\n", n, n, n - k, n);
    fprintf(stderr, "%i\n", n);
    assert(n != 1234); /*one*/
    if (m >= 0 && m < 1000) {
        int length = printf("<%d>\n", m);
        assert(length != 6); /*two*/
        int so_far = 0;
        printf("%d %n\n", m, &so_far);
        assert(so_far != 3); /*three*/
    }
    return 0;
}
