/* expect: assertion @a; abort @b "abort called"; abort @c; abort @d; abort @e */
/* abort runs the handler of SIGABRT, which may jump away; when it returns, or there is none, or it is
 * ignored, the process ends. */
#include <assert.h>
#include <heddle/heddle.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static jmp_buf there;
static volatile int handled;
static void jumps(int s) {
    handled = 1;
    longjmp(there, 1);
}
static void returns(int s) { handled = 1; }

int main(void) {
    switch (heddle_int("how")) {
    case 0:
        signal(SIGABRT, jumps);
        if (!setjmp(there)) abort();
        assert(!handled); /*a*/
        break;
    case 1:
        signal(SIGABRT, returns);
        abort(); /*b*/
        break;
    case 2:
        signal(SIGABRT, SIG_IGN);
        abort(); /*c*/
        break;
    case 3:
        abort(); /*d*/
        break;
    case 4: raise(SIGTERM); /*e*/
    default: break;
    }
    return 0;
}
