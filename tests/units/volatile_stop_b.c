#include <stddef.h>
volatile int stop;
void *stopper(void *unused) {
    stop = 1;
    return unused;
}
