/*
 * addall.c — appending one vector to another while a third is appended too: the example of the demo.
 *
 * Every access to a vector is under its lock, so there is no data race; yet addall measures what it needs in
 * one critical section and copies in another. Known answer: one assertion failure, line 48, in the default
 * mode. It needs an input (u.count large enough that everything together does not fit) and a schedule
 * (another addall between the two critical sections); any of the two alone never fails.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

#define MOST 6

typedef struct Vector {
    int count; /* elements in use */
    int size;  /* elements there is room for */
    int *data;
    pthread_mutex_t lock;
} Vector;

static Vector shared;

static int vector_count(Vector *v) {
    pthread_mutex_lock(&v->lock);
    int count = v->count;
    pthread_mutex_unlock(&v->lock);
    return count;
}

static void vector_init(Vector *v, int count, int size) {
    v->count = count;
    v->size = size;
    v->data = malloc((size_t)size * sizeof *v->data);
    pthread_mutex_init(&v->lock, NULL);
    for (int i = 0; i < size; i++) v->data[i] = i;
}

/* Appends the elements of u to v. */
static void addall(Vector *v, const Vector *u) {
    int needed = vector_count(v) + u->count; /* v may grow from here on */

    pthread_mutex_lock(&v->lock);
    if (needed > v->size) {
        while (v->size < needed) v->size *= 2;
        v->data = realloc(v->data, (size_t)v->size * sizeof *v->data);
    }
    heddle_assert(v->size >= v->count + u->count); /* otherwise the copy runs over the end */
    for (int i = 0; i < u->count; i++) v->data[v->count + i] = u->data[i];
    v->count += u->count;
    pthread_mutex_unlock(&v->lock);
}

static void *worker(void *vector) {
    addall(&shared, vector);
    return NULL;
}

int main(void) {
    Vector u, w;
    vector_init(&shared, 4, 8);
    vector_init(&u, heddle_int("u.count"), MOST);
    heddle_assume(u.count >= 0 && u.count <= MOST);
    vector_init(&w, 2, MOST);

    pthread_t first, second;
    pthread_create(&first, NULL, worker, &u);
    pthread_create(&second, NULL, worker, &w);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    heddle_assert(shared.count == 4 + u.count + w.count);
    free(shared.data);
    free(u.data);
    free(w.data);
    return 0;
}
