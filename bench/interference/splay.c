/*
 * splay.c — a library of splay trees (top down: each operation turns what it looks for to the
 * root), used by two threads with a mutex around each operation: one inserts a key, the other one
 * deletes a key and looks one up; keys are inputs, and main has put some into the tree before.
 * -DKEYS=n: how many keys there are (4).
 *
 * Known answer: no bug; every operation leaves a search tree with the key that was inserted and
 * without the one that was deleted, so no assertion can fail.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#ifndef KEYS
#define KEYS 4
#endif
#define NODES 6
#define NIL 0

typedef struct Node {
    int key, left, right;
} Node;

static struct {
    Node node[NODES + 1];
    int root, used;
} tree;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int turn_right(int n) {
    int up = tree.node[n].left;
    tree.node[n].left = tree.node[up].right;
    tree.node[up].right = n;
    return up;
}

static int turn_left(int n) {
    int up = tree.node[n].right;
    tree.node[n].right = tree.node[up].left;
    tree.node[up].left = n;
    return up;
}

/* Turns the key, or one that is nearest to it, to the root of a tree. */
static int splay(int n, int key) {
    int smaller = NIL, greater = NIL; /* the last node of each side */
    Node sides = {0};
    if (n == NIL) return NIL;
    for (;;) {
        if (key < tree.node[n].key) {
            int below = tree.node[n].left;
            if (below == NIL) break;
            if (key < tree.node[below].key) {
                n = turn_right(n);
                if (tree.node[n].left == NIL) break;
            }
            if (greater)
                tree.node[greater].left = n;
            else
                sides.left = n;
            greater = n;
            n = tree.node[n].left;
        } else if (key > tree.node[n].key) {
            int below = tree.node[n].right;
            if (below == NIL) break;
            if (key > tree.node[below].key) {
                n = turn_left(n);
                if (tree.node[n].right == NIL) break;
            }
            if (smaller)
                tree.node[smaller].right = n;
            else
                sides.right = n;
            smaller = n;
            n = tree.node[n].right;
        } else {
            break;
        }
    }
    if (smaller) tree.node[smaller].right = tree.node[n].left;
    if (greater) tree.node[greater].left = tree.node[n].right;
    if (smaller) tree.node[n].left = sides.right;
    if (greater) tree.node[n].right = sides.left;
    return n;
}

static bool find(int key) {
    tree.root = splay(tree.root, key);
    return tree.root != NIL && tree.node[tree.root].key == key;
}

static bool insert(int key) {
    if (find(key)) return false;
    if (tree.used == NODES) return false;
    int new = ++tree.used, n = tree.root;
    tree.node[new] = (Node){.key = key};
    if (n != NIL && key < tree.node[n].key) {
        tree.node[new].left = tree.node[n].left;
        tree.node[new].right = n;
        tree.node[n].left = NIL;
    } else if (n != NIL) {
        tree.node[new].right = tree.node[n].right;
        tree.node[new].left = n;
        tree.node[n].right = NIL;
    }
    tree.root = new;
    return true;
}

static bool delete(int key) {
    if (!find(key)) return false;
    int n = tree.root;
    if (tree.node[n].left == NIL) {
        tree.root = tree.node[n].right;
    } else {
        tree.root = splay(tree.node[n].left, key);
        tree.node[tree.root].right = tree.node[n].right;
    }
    return true;
}

static void check_below(int n, int low, int high) {
    if (n == NIL) return;
    heddle_assert(tree.node[n].key > low && tree.node[n].key < high);
    check_below(tree.node[n].left, low, tree.node[n].key);
    check_below(tree.node[n].right, tree.node[n].key, high);
}

static int some_key(void) {
    unsigned char key = heddle_uchar("key");
    heddle_assume(key < KEYS);
    return key;
}

static void *add(void *unused) {
    int key = some_key();
    pthread_mutex_lock(&lock);
    insert(key);
    heddle_assert(find(key));
    check_below(tree.root, -1, KEYS);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *take(void *unused) {
    int key = some_key();
    pthread_mutex_lock(&lock);
    delete (key);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    find(key);
    check_below(tree.root, -1, KEYS);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t adder, taker;
    for (int k = 0; k < KEYS; k += 2) insert(k);
    pthread_create(&adder, NULL, add, NULL);
    pthread_create(&taker, NULL, take, NULL);
    pthread_join(adder, NULL);
    pthread_join(taker, NULL);
    return 0;
}
