/*
 * rbtree.c — a library of red-black trees (insert, delete, find, the next key), used by two threads
 * with a mutex around each operation: one inserts a key, the other one deletes one and looks one
 * up; keys are inputs, and main has put some into the tree before. -DKEYS=n: how many keys there
 * are (8).
 *
 * Known answer: no bug; every operation leaves a red-black tree, so no assertion can fail. Sides of
 * branches that only other shapes of the tree lead to are not coverable.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#ifndef KEYS
#define KEYS 8
#endif
#define NODES 10
#define NIL 0 /* every leaf, black; its parent is set while a node is deleted */

enum Colour { BLACK, RED };

typedef struct Node {
    int key;
    enum Colour colour;
    int left, right, parent;
} Node;

typedef struct Tree {
    Node node[NODES + 1];
    int root;
    int unused; /* a list by `right` */
    int size;
} Tree;

static Tree tree;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* --- nodes ------------------------------------------------------------------------------------ */

static void tree_init(Tree *t) {
    t->root = NIL;
    t->node[NIL] = (Node){.colour = BLACK};
    for (int n = 1; n <= NODES; n++) t->node[n].right = n < NODES ? n + 1 : NIL;
    t->unused = 1;
}

static int take_node(Tree *t, int key) {
    int n = t->unused;
    if (n == NIL) return NIL;
    t->unused = t->node[n].right;
    t->node[n] = (Node){.key = key, .colour = RED};
    return n;
}

static void give_back(Tree *t, int n) {
    t->node[n].right = t->unused;
    t->unused = n;
}

/* --- finding ---------------------------------------------------------------------------------- */

static int least(const Tree *t, int n) {
    while (t->node[n].left != NIL) n = t->node[n].left;
    return n;
}

static int find(const Tree *t, int key) {
    int n = t->root;
    while (n != NIL) {
        int at = t->node[n].key;
        if (key == at) return n;
        n = key < at ? t->node[n].left : t->node[n].right;
    }
    return NIL;
}

/* The node with the least key that is greater. */
static int find_next(const Tree *t, int key) {
    int n = t->root, best = NIL;
    while (n != NIL) {
        if (t->node[n].key > key) {
            best = n;
            n = t->node[n].left;
        } else {
            n = t->node[n].right;
        }
    }
    return best;
}

/* --- turning ---------------------------------------------------------------------------------- */

/* What the parent of `old` has below it becomes `new`. */
static void replace_child(Tree *t, int parent, int old, int new) {
    if (parent == NIL)
        t->root = new;
    else if (t->node[parent].left == old)
        t->node[parent].left = new;
    else
        t->node[parent].right = new;
}

static void turn_left(Tree *t, int n) {
    int up = t->node[n].right, parent = t->node[n].parent, middle = t->node[up].left;
    t->node[n].right = middle;
    if (middle != NIL) t->node[middle].parent = n;
    t->node[up].parent = parent;
    replace_child(t, parent, n, up);
    t->node[up].left = n;
    t->node[n].parent = up;
}

static void turn_right(Tree *t, int n) {
    int up = t->node[n].left, parent = t->node[n].parent, middle = t->node[up].right;
    t->node[n].left = middle;
    if (middle != NIL) t->node[middle].parent = n;
    t->node[up].parent = parent;
    replace_child(t, parent, n, up);
    t->node[up].right = n;
    t->node[n].parent = up;
}

/* --- inserting -------------------------------------------------------------------------------- */

/* A red node may have a red parent. */
static void mend_red(Tree *t, int n) {
    while (t->node[t->node[n].parent].colour == RED) {
        int parent = t->node[n].parent, grand = t->node[parent].parent;
        bool is_left = parent == t->node[grand].left;
        int uncle = is_left ? t->node[grand].right : t->node[grand].left;
        if (t->node[uncle].colour == RED) {
            t->node[parent].colour = BLACK;
            t->node[uncle].colour = BLACK;
            t->node[grand].colour = RED;
            n = grand;
            continue;
        }
        if (is_left) {
            if (n == t->node[parent].right) {
                n = parent;
                turn_left(t, n);
                parent = t->node[n].parent;
            }
            t->node[parent].colour = BLACK;
            t->node[grand].colour = RED;
            turn_right(t, grand);
        } else {
            if (n == t->node[parent].left) {
                n = parent;
                turn_right(t, n);
                parent = t->node[n].parent;
            }
            t->node[parent].colour = BLACK;
            t->node[grand].colour = RED;
            turn_left(t, grand);
        }
    }
    t->node[t->root].colour = BLACK;
}

static bool insert(Tree *t, int key) {
    int parent = NIL, n = t->root;
    bool left = false;
    while (n != NIL) {
        int at = t->node[n].key;
        if (key == at) return false;
        parent = n;
        left = key < at;
        n = left ? t->node[n].left : t->node[n].right;
    }
    int new = take_node(t, key);
    if (new == NIL) return false;
    t->node[new].parent = parent;
    if (parent == NIL)
        t->root = new;
    else if (left)
        t->node[parent].left = new;
    else
        t->node[parent].right = new;
    mend_red(t, new);
    t->size++;
    return true;
}

/* --- deleting --------------------------------------------------------------------------------- */

static void transplant(Tree *t, int old, int new) {
    replace_child(t, t->node[old].parent, old, new);
    t->node[new].parent = t->node[old].parent;
}

/* The ways through a node have one black node less than those beside it. */
static void mend_black(Tree *t, int n) {
    while (n != t->root && t->node[n].colour == BLACK) {
        int parent = t->node[n].parent;
        bool is_left = n == t->node[parent].left;
        int other = is_left ? t->node[parent].right : t->node[parent].left;
        if (t->node[other].colour == RED) {
            t->node[other].colour = BLACK;
            t->node[parent].colour = RED;
            if (is_left)
                turn_left(t, parent);
            else
                turn_right(t, parent);
            other = is_left ? t->node[parent].right : t->node[parent].left;
        }
        int near = is_left ? t->node[other].left : t->node[other].right;
        int far = is_left ? t->node[other].right : t->node[other].left;
        if (t->node[near].colour == BLACK && t->node[far].colour == BLACK) {
            t->node[other].colour = RED;
            n = parent;
            continue;
        }
        if (t->node[far].colour == BLACK) {
            t->node[near].colour = BLACK;
            t->node[other].colour = RED;
            if (is_left)
                turn_right(t, other);
            else
                turn_left(t, other);
            far = other;
            other = near;
        }
        t->node[other].colour = t->node[parent].colour;
        t->node[parent].colour = BLACK;
        t->node[far].colour = BLACK;
        if (is_left)
            turn_left(t, parent);
        else
            turn_right(t, parent);
        n = t->root;
    }
    t->node[n].colour = BLACK;
}

static bool delete(Tree *t, int key) {
    int n = find(t, key);
    if (n == NIL) return false;
    int gone = n, below;
    enum Colour colour = t->node[gone].colour;
    if (t->node[n].left == NIL) {
        below = t->node[n].right;
        transplant(t, n, below);
    } else if (t->node[n].right == NIL) {
        below = t->node[n].left;
        transplant(t, n, below);
    } else {
        gone = least(t, t->node[n].right);
        colour = t->node[gone].colour;
        below = t->node[gone].right;
        if (t->node[gone].parent == n) {
            t->node[below].parent = gone;
        } else {
            transplant(t, gone, below);
            t->node[gone].right = t->node[n].right;
            t->node[t->node[gone].right].parent = gone;
        }
        transplant(t, n, gone);
        t->node[gone].left = t->node[n].left;
        t->node[t->node[gone].left].parent = gone;
        t->node[gone].colour = t->node[n].colour;
    }
    if (colour == BLACK) mend_black(t, below);
    give_back(t, n);
    t->size--;
    return true;
}

/* --- what always holds ------------------------------------------------------------------------ */

/* Black nodes on a way to a leaf; keys are between two others. */
static int check_below(const Tree *t, int n, int low, int high) {
    if (n == NIL) return 1;
    const Node *x = &t->node[n];
    heddle_assert(x->key > low && x->key < high);
    heddle_assert(x->colour == BLACK || t->node[x->parent].colour == BLACK);
    int left = check_below(t, x->left, low, x->key);
    int right = check_below(t, x->right, x->key, high);
    heddle_assert(left == right);
    return left + (x->colour == BLACK);
}

static void check(const Tree *t) {
    heddle_assert(t->node[t->root].colour == BLACK);
    check_below(t, t->root, -1, KEYS);
}

/* --- two threads ------------------------------------------------------------------------------ */

static int some_key(void) {
    unsigned char key = heddle_uchar("key");
    heddle_assume(key < KEYS);
    return key;
}

static void *add(void *unused) {
    int key = some_key();
    pthread_mutex_lock(&lock);
    insert(&tree, key);
    heddle_assert(find(&tree, key) != NIL);
    check(&tree);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *take(void *unused) {
    int key = some_key();
    pthread_mutex_lock(&lock);
    delete (&tree, key);
    heddle_assert(find(&tree, key) == NIL);
    check(&tree);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    int next = find_next(&tree, key);
    if (next != NIL) heddle_assert(tree.node[next].key > key);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t adder, taker;
    tree_init(&tree);
    for (int k = 1; k < 6; k += 2) insert(&tree, k);
    pthread_create(&adder, NULL, add, NULL);
    pthread_create(&taker, NULL, take, NULL);
    pthread_join(adder, NULL);
    pthread_join(taker, NULL);
    return 0;
}
