/*
 * account.c — a transfer between bank accounts that locks only the account it takes the money from.
 *
 * Known answer: a data race on a balance (default mode), and behind it an assertion failure in main: two
 * opposite transfers lose money. With --interleave=memory the assertion failure alone. With -DFIXED both
 * accounts are locked, in the order of their addresses: safe.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct Account {
    pthread_mutex_t lock;
    int balance;
} Account;

typedef struct Transfer {
    Account *from, *to;
    int amount;
} Transfer;

static Account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 100}};

static void *transfer(void *argument) {
    const Transfer *t = argument;
#ifdef FIXED
    Account *first = t->from < t->to ? t->from : t->to, *second = t->from < t->to ? t->to : t->from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
#else
    pthread_mutex_lock(&t->from->lock);
#endif
    if (t->from->balance >= t->amount) {
        t->from->balance -= t->amount;
        t->to->balance += t->amount;
    }
#ifdef FIXED
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
#else
    pthread_mutex_unlock(&t->from->lock);
#endif
    return NULL;
}

int main(void) {
    int amount = heddle_int("amount");
    heddle_assume(amount > 0);
    Transfer there = {&accounts[0], &accounts[1], amount}, back = {&accounts[1], &accounts[0], 30};
    pthread_t t, u;
    pthread_create(&t, NULL, transfer, &there);
    pthread_create(&u, NULL, transfer, &back);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    heddle_assert(accounts[0].balance + accounts[1].balance == 200);
    return 0;
}
