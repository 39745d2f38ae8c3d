/*
 * account.c — a bank: accounts with a lock each, deposits, withdrawals, transfers. An account knows
 * all that was ever paid in and out, and its balance is the difference. One thread transfers money
 * from an account to others, the other one is a customer of those; the amounts are inputs.
 *
 * The bug: a transfer takes the lock of the account that pays but not that of the one that is paid
 * (-DFIXED: both, in the order of their numbers).
 *
 * Known answer: one assertion fails in the thread of the customer (the balance is what was paid in
 * less what was paid out), with 1 read of what the other thread wrote: the balance, as the transfer
 * made it, while the sum paid in is not changed yet, or the balance from before that it had read.
 * Transfers need no read of what the customer wrote.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#define ACCOUNTS 4
#define OPENING 10
#define MOST 3 /* that is paid at once */

enum Kind { DEPOSIT, WITHDRAWAL, PAID_BY, PAID_TO, KINDS };

typedef struct Account {
    pthread_mutex_t lock;
    int number;
    bool open;
    int balance, in, out;
    int bookings[KINDS];
} Account;

static Account bank[ACCOUNTS];

static void account_open(int number, int amount) {
    Account *a = &bank[number];
    pthread_mutex_init(&a->lock, NULL);
    a->number = number;
    a->open = true;
    a->balance = a->in = amount;
    a->out = 0;
    for (int kind = 0; kind < KINDS; kind++) a->bookings[kind] = 0;
}

/* With the lock held. */
static void account_check(const Account *a) { heddle_assert(a->balance == a->in - a->out); }

static void pay_in(Account *a, int amount, enum Kind kind) {
    a->balance += amount;
    a->in += amount;
    a->bookings[kind]++;
}

static bool pay_out(Account *a, int amount, enum Kind kind) {
    if (a->balance < amount) return false;
    a->balance -= amount;
    a->out += amount;
    a->bookings[kind]++;
    return true;
}

static bool account_deposit(Account *a, int amount) {
    pthread_mutex_lock(&a->lock);
    bool done = a->open;
    if (done) {
        pay_in(a, amount, DEPOSIT);
        account_check(a);
    }
    pthread_mutex_unlock(&a->lock);
    return done;
}

static bool account_withdraw(Account *a, int amount) {
    pthread_mutex_lock(&a->lock);
    bool done = a->open && pay_out(a, amount, WITHDRAWAL);
    if (done) account_check(a);
    pthread_mutex_unlock(&a->lock);
    return done;
}

static bool account_transfer(Account *from, Account *to, int amount) {
#ifdef FIXED
    Account *first = from->number < to->number ? from : to, *second = first == from ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
#else
    pthread_mutex_lock(&from->lock);
#endif
    bool done = from->open && to->open && pay_out(from, amount, PAID_BY);
    if (done) {
        pay_in(to, amount, PAID_TO);
        account_check(from);
    }
#ifdef FIXED
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
#else
    pthread_mutex_unlock(&from->lock);
#endif
    return done;
}

static void *transfer(void *unused) {
    int amount = heddle_range(1, MOST + 1, "transfer");
    for (int to = 1; to < ACCOUNTS; to++) account_transfer(&bank[0], &bank[to], amount);
    return unused;
}

static void *use(void *unused) {
    int amount = heddle_range(1, MOST + 1, "amount");
    account_deposit(&bank[1], amount);
    account_withdraw(&bank[2], amount);
    return unused;
}

int main(void) {
    for (int number = 0; number < ACCOUNTS; number++) account_open(number, OPENING);
    pthread_t clerk, customer;
    pthread_create(&clerk, NULL, transfer, NULL);
    pthread_create(&customer, NULL, use, NULL);
    pthread_join(clerk, NULL);
    pthread_join(customer, NULL);
    return 0;
}
