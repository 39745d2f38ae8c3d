/*
 * apache_log.c — a buffered log of a web server: two threads append entries to one buffer, which is
 * written out when an entry does not fit in what is left. Lengths and texts of the entries are
 * inputs.
 *
 * The bug: the check of the length, the copy and the new length are not one step. (Every access is
 * atomic by itself, so that no data race is told in place of what it leads to.) -DFIXED has a mutex
 * around them.
 *
 * Known answer: two assertions fail, each with 1 interference: the end of the buffer is overrun
 * (the length is read again after the check, as the other thread has made it meanwhile), and an
 * entry is not in the buffer as it was copied (its byte is read as the other thread has written
 * it). With -DFIXED none can fail.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#define SIZE 6
#define LONGEST 4
#define ENTRIES 2 /* of each thread */

static struct {
    atomic_int length;
    _Atomic char text[SIZE];
    atomic_int written; /* what has left the buffer */
} buffer;
#ifdef FIXED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void flush_log(void) {
    int length = atomic_load(&buffer.length);
    if (!length) return;
    atomic_fetch_add(&buffer.written, length);
    atomic_store(&buffer.length, 0);
}

static void append(const char *text, int length) {
    if (atomic_load(&buffer.length) + length > SIZE) flush_log();
    int at = atomic_load(&buffer.length);
    heddle_assert(at + length <= SIZE);
    for (int k = 0; k < length; k++) atomic_store(&buffer.text[at + k], text[k]);
    atomic_store(&buffer.length, at + length);
    for (int k = 0; k < length; k++) heddle_assert(atomic_load(&buffer.text[at + k]) == text[k]);
}

static void *serve(void *argument) {
    char name = (char)(long)argument;
    for (int k = 0; k < ENTRIES; k++) {
        char text[LONGEST] = {name, name, name, name};
        int length = heddle_bool("long") ? LONGEST : LONGEST / 2;
        text[0] = heddle_char("text");
        heddle_assume(text[0] >= 'a' && text[0] <= 'z');
#ifdef FIXED
        pthread_mutex_lock(&lock);
#endif
        append(text, length);
#ifdef FIXED
        pthread_mutex_unlock(&lock);
#endif
    }
    return NULL;
}

int main(void) {
    pthread_t thread[2];
    for (long k = 0; k < 2; k++) pthread_create(&thread[k], NULL, serve, (void *)('A' + k));
    for (int k = 0; k < 2; k++) pthread_join(thread[k], NULL);
    return 0;
}
