/* quicksort.c — a recursive quicksort of integers: calls, swaps and branches that are hard to
 * predict. */
#include <stdint.h>
#include <stdio.h>

#define LENGTH 500000
#define ROUNDS 9

static uint32_t data[LENGTH];

static void sort(uint32_t *a, long low, long high) {
    while (low < high) {
        uint32_t pivot = a[low + (high - low) / 2];
        long i = low - 1, j = high + 1;
        for (;;) {
            while (a[++i] < pivot) {}
            while (a[--j] > pivot) {}
            if (i >= j) break;
            uint32_t t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
        if (j - low < high - j) {
            sort(a, low, j);
            low = j + 1;
        } else {
            sort(a, j + 1, high);
            high = j;
        }
    }
}

int main(void) {
    uint64_t checksum = 0;
    uint32_t random = 99;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < LENGTH; i++) {
            random ^= random << 13;
            random ^= random >> 17;
            random ^= random << 5;
            data[i] = random;
        }
        sort(data, 0, LENGTH - 1);
        for (int i = 0; i < LENGTH; i += 97) checksum = checksum * 31 + data[i];
    }
    printf("%llu\n", (unsigned long long)checksum);
    return 0;
}
