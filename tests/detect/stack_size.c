/* A stack of 64 KiB is too small for 200,000 bytes, be they one variable, of many calls, or of alloca. */
/* expect: memory @one "stack overflow"; memory @deep "stack overflow"; memory @alloca "stack overflow" */
#include <alloca.h>
#include <pthread.h>
#include <string.h>

static void *large(void *p) { /*one*/
    char b[200000];           /* as the variable of a function */
    memset(b, 1, sizeof b);
    return (char *)p + b[5];
}
static void *one(void *p) { return large(p); }

static int deep(int n) { /*deep*/
    volatile char b[500] = {0};
    b[n] = 1;
    return n ? deep(n - 1) + b[0] : 0;
}
static void *recursive(void *p) {
    deep(400);
    return p;
}

static void *allocates(void *p) {
    volatile char *b = alloca(200000); /*alloca*/
    b[5] = 1;
    return p;
}

int main(void) {
    void *(*const all[])(void *) = {one, recursive, allocates};
    pthread_t t[3];
    pthread_attr_t a;
    pthread_attr_init(&a);
    pthread_attr_setstacksize(&a, 65536);
    for (int k = 0; k < 3; k++) pthread_create(&t[k], &a, all[k], 0);
    for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
    return 0;
}
