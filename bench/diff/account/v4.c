/* expect: bug assertion */
/*
 * account: deposits, withdrawals and a check of the balance; after the account program of SV-COMP.
 * Version 4: a deposit computes the new balance before it takes the lock.
 */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int opening, deposit_amount, withdrawal_amount;
static int balance, deposits, withdrawals, peak;

static void *deposit(void *unused) {
    for (int k = 0; k < ROUNDS; k++) {
        int after = balance + deposit_amount;
        pthread_mutex_lock(&lock);
        balance = after;
        deposits++;
        if (balance > peak) peak = balance;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *withdraw(void *unused) {
    for (int k = 0; k < ROUNDS; k++) {
        pthread_mutex_lock(&lock);
        if (balance >= withdrawal_amount) {
            balance -= withdrawal_amount;
            withdrawals++;
        }
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *check(void *unused) {
    for (int k = 0; k < ROUNDS; k++) {
        pthread_mutex_lock(&lock);
        assert(balance == opening + deposits * deposit_amount - withdrawals * withdrawal_amount);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    opening = heddle_range(0, 1000, "opening");
    deposit_amount = heddle_range(0, 1000, "deposit");
    withdrawal_amount = heddle_range(0, 1000, "withdrawal");
    balance = opening;
    pthread_t t[3];
    pthread_create(&t[0], NULL, deposit, NULL);
    pthread_create(&t[1], NULL, withdraw, NULL);
    pthread_create(&t[2], NULL, check, NULL);
    for (int k = 0; k < 3; k++) pthread_join(t[k], NULL);
    return 0;
}
