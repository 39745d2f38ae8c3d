/*
 * stack.h — a stack that is a vector (vector.h): its top is the last element, and the methods of
 * vectors can be used on it. Those of its own take its lock for as long as they look at it.
 *
 * stack_pop, stack_roll and stack_list take it twice, which is wrong; with -DFIXED they take it
 * once.
 */
#ifndef STACK_H
#define STACK_H

#include "vector.h"

typedef struct Stack {
    Vector vector;
} Stack;

static inline void stack_init(Stack *s, int room) { vector_init(&s->vector, room); }
static inline void stack_destroy(Stack *s) { vector_destroy(&s->vector); }
static inline bool stack_is_empty(Stack *s) { return vector_is_empty(&s->vector); }
static inline int stack_depth(Stack *s) { return vector_size(&s->vector); }
static inline void stack_clear(Stack *s) { vector_remove_all(&s->vector); }
static inline void stack_push(Stack *s, int x) { vector_add(&s->vector, x); }

static inline void stack_push_all(Stack *s, const int *x, int count) {
    Vector *v = &s->vector;
    pthread_mutex_lock(&v->lock);
    for (int i = 0; i < count; i++) vector_insert_held(v, v->count, x[i]);
    pthread_mutex_unlock(&v->lock);
}

/* The top, and how deep it lies. */
static inline int stack_top_held(const Vector *v, int *index) {
    *index = v->count - 1;
    return *index < 0 ? VECTOR_NOTHING : v->data[*index];
}

static inline int stack_peek(Stack *s) {
    int index;
    pthread_mutex_lock(&s->vector.lock);
    int x = stack_top_held(&s->vector, &index);
    pthread_mutex_unlock(&s->vector.lock);
    return x;
}

static inline int stack_pop(Stack *s) {
    Vector *v = &s->vector;
    int index;
    pthread_mutex_lock(&v->lock);
    int x = stack_top_held(v, &index);
#ifndef FIXED
    pthread_mutex_unlock(&v->lock);
    if (index < 0) return x;
    pthread_mutex_lock(&v->lock);
#endif
    if (index >= 0) vector_remove_at_held(v, index);
    pthread_mutex_unlock(&v->lock);
    return x;
}

/* As many as there are, at most count, go. */
static inline int stack_drop(Stack *s, int count) {
    Vector *v = &s->vector;
    int dropped = 0;
    pthread_mutex_lock(&v->lock);
    for (; dropped < count && v->count > 0; dropped++) vector_remove_at_held(v, v->count - 1);
    pthread_mutex_unlock(&v->lock);
    return dropped;
}

/* The distance of x from the top, which has 1; 0 where there is none. */
static inline int stack_search(Stack *s, int x) {
    Vector *v = &s->vector;
    pthread_mutex_lock(&v->lock);
    int index = vector_last_index_held(v, x, v->count - 1),
        distance = index < 0 ? 0 : v->count - index;
    pthread_mutex_unlock(&v->lock);
    return distance;
}

/* x, wherever it lies, becomes the top. */
static inline bool stack_roll(Stack *s, int x) {
    Vector *v = &s->vector;
    pthread_mutex_lock(&v->lock);
    int index = vector_last_index_held(v, x, v->count - 1);
#ifndef FIXED
    pthread_mutex_unlock(&v->lock);
    if (index < 0) return false;
    pthread_mutex_lock(&v->lock);
#endif
    if (index >= 0) {
        vector_remove_at_held(v, index);
        vector_insert_held(v, v->count, x);
    }
    pthread_mutex_unlock(&v->lock);
    return index >= 0;
}

/* All elements, the top first, in a new block. */
static inline int *stack_list(Stack *s, int *count) {
    Vector *v = &s->vector;
    pthread_mutex_lock(&v->lock);
    *count = v->count;
#ifndef FIXED
    pthread_mutex_unlock(&v->lock);
#endif
    int *list = malloc((size_t)*count * sizeof *list);
#ifndef FIXED
    pthread_mutex_lock(&v->lock);
#endif
    for (int i = 0; i < v->count; i++) {
        int x = v->data[v->count - 1 - i];
        list[i] = x;
    }
    pthread_mutex_unlock(&v->lock);
    return list;
}

#endif
