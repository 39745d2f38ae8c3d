/*
 * vector.h — a vector of numbers that grows, as class libraries have it: every method takes the
 * lock of the vector for as long as it looks at it, so that there is no data race. An index beyond
 * the end is a failed assertion, where a class library would throw an exception. Number 0 stands
 * where nothing is.
 *
 * Methods that consist of others (vector_remove, vector_add_absent, vector_copy) give the lock back
 * between them, which is wrong; with -DFIXED they keep it.
 */
#ifndef VECTOR_H
#define VECTOR_H

#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define VECTOR_NOTHING 0

typedef struct Vector {
    pthread_mutex_t lock;
    int *data;
    int count, room;
    int changes; /* of count and room: an iterator sees by it that it is out of date */
} Vector;

/* --- with the lock held ----------------------------------------------------------------------- */

static inline void vector_set_room_held(Vector *v, int room) {
    int *data = malloc((size_t)room * sizeof *data);
    for (int i = 0; i < v->count; i++) data[i] = v->data[i];
    for (int i = v->count; i < room; i++) data[i] = VECTOR_NOTHING;
    free(v->data);
    v->data = data;
    v->room = room;
}

static inline void vector_ensure_held(Vector *v, int needed) {
    if (needed > v->room) vector_set_room_held(v, needed > 2 * v->room ? needed : 2 * v->room);
}

static inline int vector_get_held(const Vector *v, int index) {
    heddle_assert(index >= 0 && index < v->count);
    return v->data[index];
}

static inline int vector_index_held(const Vector *v, int x, int from) {
    for (int i = from; i < v->count; i++)
        if (v->data[i] == x) return i;
    return -1;
}

static inline int vector_last_index_held(const Vector *v, int x, int from) {
    for (int i = from; i >= 0; i--)
        if (vector_get_held(v, i) == x) return i;
    return -1;
}

static inline void vector_insert_held(Vector *v, int index, int x) {
    v->changes++;
    heddle_assert(index >= 0 && index <= v->count);
    vector_ensure_held(v, v->count + 1);
    for (int i = v->count; i > index; i--) v->data[i] = v->data[i - 1];
    v->data[index] = x;
    v->count++;
}

static inline int vector_remove_at_held(Vector *v, int index) {
    v->changes++;
    heddle_assert(index >= 0 && index < v->count);
    int x = v->data[index];
    for (int i = index + 1; i < v->count; i++) v->data[i - 1] = v->data[i];
    v->count--;
    v->data[v->count] = VECTOR_NOTHING;
    return x;
}

static inline void vector_set_size_held(Vector *v, int count) {
    v->changes++;
    vector_ensure_held(v, count);
    for (int i = count; i < v->count; i++) v->data[i] = VECTOR_NOTHING;
    v->count = count;
}

/* All elements, as many as there are, into an array that the caller has measured. */
static inline int vector_to_array_held(const Vector *v, int *array) {
    int i;
    for (i = 0; i < v->count; i++) {
        int x = v->data[i];
        array[i] = x;
    }
    return i;
}

/* --- one vector ------------------------------------------------------------------------------- */

static inline void vector_init(Vector *v, int room) {
    pthread_mutex_init(&v->lock, NULL);
    v->data = NULL;
    v->count = v->room = v->changes = 0;
    vector_set_room_held(v, room);
}

static inline void vector_destroy(Vector *v) {
    pthread_mutex_destroy(&v->lock);
    free(v->data);
    v->data = NULL;
    v->count = v->room = 0;
}

static inline int vector_size(Vector *v) {
    pthread_mutex_lock(&v->lock);
    int count = v->count;
    pthread_mutex_unlock(&v->lock);
    return count;
}

static inline bool vector_is_empty(Vector *v) { return vector_size(v) == 0; }

static inline int vector_capacity(Vector *v) {
    pthread_mutex_lock(&v->lock);
    int room = v->room;
    pthread_mutex_unlock(&v->lock);
    return room;
}

static inline void vector_ensure(Vector *v, int needed) {
    pthread_mutex_lock(&v->lock);
    v->changes++;
    vector_ensure_held(v, needed);
    pthread_mutex_unlock(&v->lock);
}

static inline void vector_trim(Vector *v) {
    pthread_mutex_lock(&v->lock);
    v->changes++;
    if (v->count < v->room) vector_set_room_held(v, v->count);
    pthread_mutex_unlock(&v->lock);
}

static inline int vector_get(Vector *v, int index) {
    pthread_mutex_lock(&v->lock);
    int x = vector_get_held(v, index);
    pthread_mutex_unlock(&v->lock);
    return x;
}

static inline int vector_set(Vector *v, int index, int x) {
    pthread_mutex_lock(&v->lock);
    int before = vector_get_held(v, index);
    v->data[index] = x;
    pthread_mutex_unlock(&v->lock);
    return before;
}

static inline void vector_add(Vector *v, int x) {
    pthread_mutex_lock(&v->lock);
    vector_insert_held(v, v->count, x);
    pthread_mutex_unlock(&v->lock);
}

static inline void vector_insert(Vector *v, int index, int x) {
    pthread_mutex_lock(&v->lock);
    vector_insert_held(v, index, x);
    pthread_mutex_unlock(&v->lock);
}

static inline int vector_remove_at(Vector *v, int index) {
    pthread_mutex_lock(&v->lock);
    int x = vector_remove_at_held(v, index);
    pthread_mutex_unlock(&v->lock);
    return x;
}

static inline void vector_set_size(Vector *v, int count) {
    pthread_mutex_lock(&v->lock);
    vector_set_size_held(v, count);
    pthread_mutex_unlock(&v->lock);
}

static inline void vector_remove_all(Vector *v) { vector_set_size(v, 0); }

static inline int vector_index_of(Vector *v, int x) {
    pthread_mutex_lock(&v->lock);
    int index = vector_index_held(v, x, 0);
    pthread_mutex_unlock(&v->lock);
    return index;
}

static inline int vector_last_index_of(Vector *v, int x) {
    pthread_mutex_lock(&v->lock);
    int index = vector_last_index_held(v, x, v->count - 1);
    pthread_mutex_unlock(&v->lock);
    return index;
}

static inline bool vector_contains(Vector *v, int x) { return vector_index_of(v, x) >= 0; }

static inline int vector_to_array(Vector *v, int *array) {
    pthread_mutex_lock(&v->lock);
    int count = vector_to_array_held(v, array);
    pthread_mutex_unlock(&v->lock);
    return count;
}

static inline unsigned vector_hash(Vector *v) {
    pthread_mutex_lock(&v->lock);
    unsigned hash = 1;
    for (int i = 0; i < v->count; i++) hash = 31 * hash + (unsigned)v->data[i];
    pthread_mutex_unlock(&v->lock);
    return hash;
}

static inline void vector_reverse(Vector *v) {
    pthread_mutex_lock(&v->lock);
    for (int i = 0, j = v->count - 1; i < j; i++, j--) {
        int x = v->data[i];
        v->data[i] = v->data[j];
        v->data[j] = x;
    }
    pthread_mutex_unlock(&v->lock);
}

/* The first x goes; false where there is none. */
static inline bool vector_remove(Vector *v, int x) {
#ifdef FIXED
    pthread_mutex_lock(&v->lock);
    int index = vector_index_held(v, x, 0);
    if (index >= 0) vector_remove_at_held(v, index);
    pthread_mutex_unlock(&v->lock);
#else
    int index = vector_index_of(v, x);
    if (index >= 0) vector_remove_at(v, index);
#endif
    return index >= 0;
}

/* x comes to the end where it is nowhere yet. */
static inline bool vector_add_absent(Vector *v, int x) {
#ifdef FIXED
    pthread_mutex_lock(&v->lock);
    bool absent = vector_index_held(v, x, 0) < 0;
    if (absent) vector_insert_held(v, v->count, x);
    pthread_mutex_unlock(&v->lock);
#else
    bool absent = vector_index_of(v, x) < 0;
    if (absent) vector_insert(v, vector_size(v), x);
#endif
    return absent;
}

/* --- two vectors ------------------------------------------------------------------------------ */

/* A new vector with the elements of another one. */
static inline void vector_copy(Vector *copy, Vector *v) {
    pthread_mutex_init(&copy->lock, NULL);
#ifdef FIXED
    pthread_mutex_lock(&v->lock);
    copy->room = v->count;
    copy->data = malloc((size_t)copy->room * sizeof *copy->data);
    copy->count = vector_to_array_held(v, copy->data);
    pthread_mutex_unlock(&v->lock);
#else
    copy->room = vector_size(v);
    copy->data = malloc((size_t)copy->room * sizeof *copy->data);
    copy->count = vector_to_array(v, copy->data);
#endif
    copy->changes = 0;
}

/* What u has now comes to the end of v. Never both locks at a time. */
static inline void vector_add_all(Vector *v, Vector *u) {
    pthread_mutex_lock(&u->lock);
    int count = u->count, *more = malloc((size_t)count * sizeof *more);
    vector_to_array_held(u, more);
    pthread_mutex_unlock(&u->lock);
    pthread_mutex_lock(&v->lock);
    v->changes++;
    vector_ensure_held(v, v->count + count);
    for (int i = 0; i < count; i++) v->data[v->count + i] = more[i];
    v->count += count;
    pthread_mutex_unlock(&v->lock);
    free(more);
}

static inline bool vector_equals(Vector *v, Vector *u) {
    if (v == u) return true;
    pthread_mutex_lock(&u->lock);
    int count = u->count, *other = malloc((size_t)count * sizeof *other);
    vector_to_array_held(u, other);
    pthread_mutex_unlock(&u->lock);
    pthread_mutex_lock(&v->lock);
    bool equal = v->count == count;
    for (int i = 0; equal && i < count; i++) equal = v->data[i] == other[i];
    pthread_mutex_unlock(&v->lock);
    free(other);
    return equal;
}

/* --- iterators -------------------------------------------------------------------------------- */

typedef struct VectorIterator {
    Vector *vector;
    int next, last, changes;
} VectorIterator;

static inline VectorIterator vector_begin(Vector *v) {
    pthread_mutex_lock(&v->lock);
    VectorIterator it = {.vector = v, .next = 0, .last = -1, .changes = v->changes};
    pthread_mutex_unlock(&v->lock);
    return it;
}

static inline bool vector_has_next(const VectorIterator *it) {
    return it->next < vector_size(it->vector);
}

static inline int vector_next(VectorIterator *it) {
    Vector *v = it->vector;
    pthread_mutex_lock(&v->lock);
    heddle_assert(it->changes == v->changes);
    int x = vector_get_held(v, it->next);
    pthread_mutex_unlock(&v->lock);
    it->last = it->next++;
    return x;
}

static inline void vector_remove_last_seen(VectorIterator *it) {
    Vector *v = it->vector;
    pthread_mutex_lock(&v->lock);
    heddle_assert(it->changes == v->changes && it->last >= 0);
    vector_remove_at_held(v, it->last);
    it->changes = v->changes;
    pthread_mutex_unlock(&v->lock);
    it->next = it->last;
    it->last = -1;
}

#endif
