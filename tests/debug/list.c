/* For the debugger: structures, bit-fields, an enumeration, arrays, floats, pointers, an input; a lost update
 * of `count` fails in main. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <heddle/heddle.h>

struct node {
    struct node *next;
    int value;
    unsigned flag : 3, kind : 5;
    const char *name;
};
enum colour { RED, GREEN = 5 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;
static int count, table[4] = {1, 2, 3, 4};
static double ratio = 0.5;

static void push(int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->flag = 3;
    n->kind = 9;
    n->name = "node";
    pthread_mutex_lock(&m);
    n->next = head;
    head = n;
    pthread_mutex_unlock(&m);
    count++;
}

static void *worker(void *arg) {
    int base = *(int *)arg;
    for (int k = 0; k < 2; k++) {
        enum colour c = k ? GREEN : RED;
        push(base + k + (int)c);
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int bases[2] = {10, 20};
    int x = heddle_int("x");
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &bases[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    if (x > 5 && x < 9) table[1] = x;
    int sum = 0;
    for (struct node *n = head; n; n = n->next) sum += n->value;
    assert(count == 4 || x != 7);
    return sum * (int)ratio;
}
