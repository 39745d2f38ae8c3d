/*
 * hashset.c — a set of numbers, as a table of lists, as class libraries have it: every method takes
 * the lock of the set, except for those of iterators, which are for the caller to protect. One
 * thread copies a set, the other one adds a number, which is an input.
 *
 * The bug: set_copy goes through the set without its lock (-DFIXED: with it).
 *
 * Known answer: one assertion fails in the thread that copies (the set has not changed since the
 * iterator began), with 1 read of what the other thread wrote: the number of changes. It needs a
 * number that is not in the set yet. Entries that the other thread has put in front of a list are
 * found or not, which does no harm.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#define TABLE 4    /* lists at first */
#define LOAD 3     /* entries for each list before there are twice as many lists */
#define ELEMENTS 5 /* of the set, before */
#define HIGHEST 8

typedef struct Entry {
    int key;
    unsigned hash;
    struct Entry *next;
} Entry;

typedef struct Set {
    pthread_mutex_t lock;
    Entry **table;
    unsigned lists;
    int count;
    int changes; /* of what is in it: an iterator sees by it that it is out of date */
} Set;

static unsigned hash_of(int key) {
    unsigned hash = (unsigned)key * 2654435769u;
    return hash >> 16 ^ hash;
}

/* --- with the lock held ----------------------------------------------------------------------- */

static Entry **find_held(Set *s, int key) {
    unsigned hash = hash_of(key);
    Entry **place = &s->table[hash % s->lists];
    while (*place && ((*place)->hash != hash || (*place)->key != key)) place = &(*place)->next;
    return place;
}

static void grow_held(Set *s) {
    unsigned lists = 2 * s->lists;
    Entry **table = malloc(lists * sizeof(Entry *));
    for (unsigned i = 0; i < lists; i++) table[i] = NULL;
    for (unsigned i = 0; i < s->lists; i++) {
        for (Entry *e = s->table[i], *next; e; e = next) {
            next = e->next;
            e->next = table[e->hash % lists];
            table[e->hash % lists] = e;
        }
    }
    free(s->table);
    s->table = table;
    s->lists = lists;
}

static bool add_held(Set *s, int key) {
    if (*find_held(s, key)) return false;
    s->changes++;
    if (s->count >= (int)(LOAD * s->lists)) grow_held(s);
    Entry *e = malloc(sizeof *e);
    e->key = key;
    e->hash = hash_of(key);
    Entry **list = &s->table[e->hash % s->lists];
    e->next = *list;
    *list = e;
    s->count++;
    return true;
}

static void remove_held(Set *s, Entry **place) {
    Entry *e = *place;
    s->changes++;
    *place = e->next;
    s->count--;
    free(e);
}

static void clear_held(Set *s) {
    for (unsigned i = 0; i < s->lists; i++)
        while (s->table[i]) remove_held(s, &s->table[i]);
}

/* --- one set ---------------------------------------------------------------------------------- */

static void set_init(Set *s, unsigned lists) {
    pthread_mutex_init(&s->lock, NULL);
    s->table = malloc(lists * sizeof(Entry *));
    for (unsigned i = 0; i < lists; i++) s->table[i] = NULL;
    s->lists = lists;
    s->count = s->changes = 0;
}

static void set_destroy(Set *s) {
    clear_held(s);
    free(s->table);
    pthread_mutex_destroy(&s->lock);
}

static int set_size(Set *s) {
    pthread_mutex_lock(&s->lock);
    int count = s->count;
    pthread_mutex_unlock(&s->lock);
    return count;
}

static bool set_contains(Set *s, int key) {
    pthread_mutex_lock(&s->lock);
    bool there = *find_held(s, key);
    pthread_mutex_unlock(&s->lock);
    return there;
}

static bool set_add(Set *s, int key) {
    pthread_mutex_lock(&s->lock);
    bool added = add_held(s, key);
    pthread_mutex_unlock(&s->lock);
    return added;
}

static bool set_remove(Set *s, int key) {
    pthread_mutex_lock(&s->lock);
    Entry **place = find_held(s, key);
    bool there = *place;
    if (there) remove_held(s, place);
    pthread_mutex_unlock(&s->lock);
    return there;
}

static void set_clear(Set *s) {
    pthread_mutex_lock(&s->lock);
    clear_held(s);
    pthread_mutex_unlock(&s->lock);
}

/* --- iterators -------------------------------------------------------------------------------- */

typedef struct Iterator {
    Set *set;
    unsigned list;
    Entry *next;
    int changes;
} Iterator;

/* To the first entry of this list, or of one behind it. */
static void to_list(Iterator *it, unsigned list) {
    it->next = NULL;
    for (it->list = list; it->list < it->set->lists && !it->next; it->list++)
        it->next = it->set->table[it->list];
}

static Iterator set_begin(Set *s) {
    Iterator it = {.set = s, .changes = s->changes};
    to_list(&it, 0);
    return it;
}

static bool set_has_next(const Iterator *it) { return it->next; }

static int set_next(Iterator *it) {
    heddle_assert(it->changes == it->set->changes);
    Entry *e = it->next;
    it->next = e->next;
    if (!it->next) to_list(it, it->list);
    return e->key;
}

/* --- two sets --------------------------------------------------------------------------------- */

/* A new set with the elements of another one, of which nobody else knows yet. */
static void set_copy(Set *copy, Set *s) {
    set_init(copy, TABLE);
#ifdef FIXED
    pthread_mutex_lock(&s->lock);
#endif
    for (Iterator it = set_begin(s); set_has_next(&it);) add_held(copy, set_next(&it));
#ifdef FIXED
    pthread_mutex_unlock(&s->lock);
#endif
}

/* Every element of a set that the caller protects is in another one. */
static bool set_contains_all(Set *s, Set *part) {
    for (Iterator it = set_begin(part); set_has_next(&it);)
        if (!set_contains(s, set_next(&it))) return false;
    return true;
}

static bool set_equals(Set *s, Set *other) {
    return s == other || (set_size(s) == set_size(other) && set_contains_all(s, other));
}

static unsigned set_hash(Set *s) {
    unsigned hash = 0;
    for (Iterator it = set_begin(s); set_has_next(&it);) hash += hash_of(set_next(&it));
    return hash;
}

/* --- the threads ------------------------------------------------------------------------------ */

static Set set;

static void *copy(void *unused) {
    Set mine;
    set_copy(&mine, &set);
    set_destroy(&mine);
    return unused;
}

static void *add(void *unused) {
    int number = heddle_range(0, HIGHEST, "number");
    for (int key = 0; key < HIGHEST; key++)
        if (key == number) set_add(&set, key); /* so that its list is known */
    return unused;
}

int main(void) {
    Set same;
    set_init(&set, TABLE);
    set_init(&same, TABLE);
    set_add(&same, HIGHEST);
    for (int key = 1; key <= ELEMENTS; key++) {
        set_add(&set, key);
        set_add(&same, key);
    }
    set_remove(&same, HIGHEST);
    heddle_assert(set_equals(&set, &same) && set_hash(&set) == set_hash(&same));
    set_clear(&same);
    pthread_t copier, adder;
    pthread_create(&copier, NULL, copy, NULL);
    pthread_create(&adder, NULL, add, NULL);
    pthread_join(copier, NULL);
    pthread_join(adder, NULL);
    set_destroy(&same);
    set_destroy(&set);
    return 0;
}
