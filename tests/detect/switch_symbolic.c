/* expect: assertion @a "r != 40" */
#include <assert.h>
#include <heddle/heddle.h>
int main(void) {
    int r;
    switch (heddle_int("n")) {
    case 1:
    case 2: r = 10; break;
    case -7: r = 20; break;
    case 1000000: r = 40; break;
    case 5: r = 30; /* fall through */
    default: r = 50;
    }
    assert(r != 40); /*a*/
    return 0;
}
