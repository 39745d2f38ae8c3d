/* Atomic sections: what they write is seen as a whole, and a load within one is an interference like others.
 * With -DTORN the pair is read outside of a section: one value is old, the other one is new. With -DWITHIN
 * a section reads what another one wrote that read what a third event wrote: three interferences, since all
 * of a section counts. With -DLATER a section would have to be interrupted. With -DASSUMED a section takes
 * back what it wrote, unless its assumption holds. With -DINPUTS sections branch on inputs and on what they
 * read. With -DHIDDEN a value is overwritten before the section ends. With -DSPINS a thread looks in sections
 * for what comes, with -DLOCKED sections are within critical sections, with -DFAILS one ends with a failed
 * assertion, and with -DCOPIED they copy structures. With -DHELD the thread that a section reads from holds a
 * mutex until a third one lets it go on: that comes before the section, which reads what the third one wrote.
 */
#include <heddle/heddle.h>
#include <pthread.h>

static int x, y, z;

#ifdef ASSUMED
static void *writer(void *a) {
    heddle_atomic_begin();
    x = 1;
    heddle_assume(y == 1);
    z = 1;
    heddle_atomic_end();
    return a;
}
static void *reader(void *a) {
#ifdef HELPS
    y = 1;
#endif
    heddle_assert(x == 0);
    return a;
}
#elif defined WITHIN
static void *writer(void *a) {
    heddle_atomic_begin();
    y = 1;
    z = x;
    heddle_atomic_end();
    return a;
}
static void *reader(void *a) {
    x = 1;
    heddle_atomic_begin();
    int r = y, s = z;
    heddle_atomic_end();
    heddle_assert(!(r == 1 && s == 1));
    return a;
}
#elif defined LATER
static void *writer(void *a) {
    heddle_atomic_begin();
    x = 1;
    int r = y;
    heddle_atomic_end();
    heddle_assert(r == 0);
    return a;
}
static void *reader(void *a) {
    if (x == 1) y = 1;
    return a;
}
#elif defined INPUTS
static void *writer(void *a) {
    int i = heddle_int("i");
    heddle_atomic_begin();
    x = i;
    if (i > 3) y = i + 1;
    heddle_atomic_end();
    return a;
}
static void *reader(void *a) {
    int s = 0;
    heddle_atomic_begin();
    if (x == 5) s = y;
    heddle_atomic_end();
    heddle_assert(s != 6);
    return a;
}
#elif defined HIDDEN
static void *writer(void *a) {
    heddle_atomic_begin();
    x = 1;
    x = 2;
    heddle_atomic_end();
    return a;
}
static void *reader(void *a) {
    heddle_assert(x != 1);
    return a;
}
#elif defined SPINS
static void *writer(void *a) {
    heddle_atomic_begin();
    x = 1;
    heddle_atomic_end();
    return a;
}
static void *reader(void *a) {
    int r;
    do {
        heddle_atomic_begin();
        r = x;
        heddle_atomic_end();
    } while (!r);
    heddle_assert(r == 1);
    return a;
}
#elif defined FAILS
static void *writer(void *a) {
    heddle_atomic_begin();
    x = 1;
    heddle_assert(y == 0);
    x = 2;
    heddle_atomic_end();
    return a;
}
static void *reader(void *a) {
    heddle_atomic_begin();
    y = 1;
    heddle_atomic_end();
    heddle_atomic_begin();
    int r = x;
    heddle_atomic_end();
    heddle_assert(r != 1);
    return a;
}
#elif defined LOCKED
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *writer(void *a) {
    pthread_mutex_lock(&m);
    heddle_atomic_begin();
    x = 1;
    heddle_atomic_end();
    heddle_atomic_begin();
    x = 2;
    heddle_atomic_end();
    pthread_mutex_unlock(&m);
    return a;
}
static void *reader(void *a) {
#ifdef BOTH
    pthread_mutex_lock(&m);
#endif
    heddle_atomic_begin();
    int r = x;
    heddle_atomic_end();
#ifdef BOTH
    pthread_mutex_unlock(&m);
#endif
    heddle_assert(r != 1);
    return a;
}
#elif defined HELD
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *writer(void *a) {
    heddle_atomic_begin();
    if (x == 1) heddle_assert(z == 0);
    heddle_atomic_end();
    return a;
}
static void *helper(void *a) {
    z = 1;
    return a;
}
static void *reader(void *a) {
    pthread_mutex_lock(&m);
    x = 1;
    heddle_assume(z == 1);
    pthread_mutex_unlock(&m);
    return a;
}
#elif defined COPIED
struct pair {
    int a, b, c;
};
static struct pair p, q;
static void *writer(void *a) {
    struct pair mine = {1, 2, 3};
    heddle_atomic_begin();
    p = mine;
    heddle_atomic_end();
    return a;
}
static void *reader(void *a) {
    heddle_atomic_begin();
    q = p;
    heddle_atomic_end();
    heddle_assert(q.c == 0 ? q.a == 0 : q.a == 1 && q.b == 2);
    heddle_assert(q.c == 0);
    return a;
}
#else
static void *writer(void *a) {
    heddle_atomic_begin();
    x = 1;
    y = 1;
    heddle_atomic_end();
    return a;
}
static void *reader(void *a) {
#ifndef TORN
    heddle_atomic_begin();
#endif
    int r = x, s = y;
#ifndef TORN
    heddle_atomic_end();
#endif
    heddle_assert(r == s);
    return a;
}
#endif

int main(void) {
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
#ifdef HELD
    pthread_t h;
    pthread_create(&h, NULL, helper, NULL);
    pthread_join(h, NULL);
#endif
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
