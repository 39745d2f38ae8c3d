/* long_stack.c — two threads on an array stack under a mutex: one pushes SIZE values that are
 * inputs, the other pops as many if there is something to pop. Asserts that the top is within the
 * array. No bug. */
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 5
#endif

static int stack[SIZE], top;
static unsigned flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int push(int x) {
    if (top == SIZE) return -1;
    stack[top] = x;
    top++;
    return 0;
}

static int pop(void) {
    if (top == 0) return -2;
    top--;
    return stack[top];
}

static void *pusher(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&mutex);
        int value = (int)(heddle_uint("value") % SIZE);
        if (push(value) == -1) heddle_assert(0);
        flag = 1;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static void *popper(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&mutex);
        if (top > 0 && flag) heddle_assert(pop() != -2);
        heddle_assert(top >= 0 && top <= SIZE);
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, pusher, NULL);
    pthread_create(&b, NULL, popper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
