#!/bin/bash
# At how many workers does the database of a campaign saturate? A simulation by events, fed with measured
# times.
#
# The model: commits of one campaign follow each other (each locks its row), and so do takings of tasks where
# they touch the same row; a transaction takes TRANSACTION milliseconds of the server. A worker takes a task
# (one transaction), works TASK seconds on average (exponentially distributed), and commits every SLICE
# seconds of it (with many workers 25 ms for each, up to 25 s) and at its end. A task that is needed is there:
# splitting keeps one in reserve for each worker, and a child costs its parent no transaction of its own. Two
# beats renew a lease beside that, every two seconds (with many workers 10 ms more for each, up to ten
# seconds); they lock no common row, and count as transactions.
#
# Prints for each number of workers: commits and takings, and all transactions, a second, the part of its time
# that a worker waits for the database, and how busy the common row is.
# Usage: simulate-campaigns.sh [TASK [SLICE [TRANSACTION]]]
#        default: 10 s, 5 s, 2 ms (bench/run-campaigns.sh)
set -eu
awk -v task="${1:-10}" -v slice="${2:-5}" -v transaction="${3:-2}" 'BEGIN {
    srand(7)
    seconds = 600
    printf "%8s %10s %16s %8s %8s\n", "workers", "commits/s", "transactions/s", "waits", "row busy"
    split("10 50 100 200 500 1000 2000 5000", sizes, " ")
    for (s = 1; s in sizes; s++) simulate(sizes[s])
}
function draw() { return -task * log(1 - rand()) }
# A heap of the times at which workers want the row.
function push(t, w,    k, p, x) {
    k = ++n; time[k] = t; who[k] = w
    while (k > 1 && time[p = int(k / 2)] > time[k]) {
        x = time[p]; time[p] = time[k]; time[k] = x
        x = who[p]; who[p] = who[k]; who[k] = x
        k = p
    }
}
function pop(    k, c, x) {
    top = time[1]; owner = who[1]
    time[1] = time[n]; who[1] = who[n--]
    for (k = 1; (c = 2 * k) <= n; k = c) {
        if (c < n && time[c + 1] < time[c]) c++
        if (time[k] <= time[c]) break
        x = time[c]; time[c] = time[k]; time[k] = x
        x = who[c]; who[c] = who[k]; who[k] = x
    }
}
function simulate(workers,    w, free, count, waited, busy, next_free, work, start, own, beat) {
    own = slice > workers * 0.025 ? slice : workers * 0.025 > 25 ? 25 : workers * 0.025
    beat = 2 + workers * 0.01 > 10 ? 10 : 2 + workers * 0.01
    n = 0; free = 0; count = 0; waited = 0; busy = 0
    for (w = 1; w <= workers; w++) { left[w] = draw(); push(rand() * own, w) }
    while (n) {
        pop()
        if (top > seconds) break
        start = top > free ? top : free
        free = start + transaction / 1000
        waited += free - top; busy += transaction / 1000; count++
        if (left[owner] <= 0) {
            left[owner] = draw(); count++
            free += transaction / 1000; busy += transaction / 1000
        }
        work = left[owner] < own ? left[owner] : own
        left[owner] -= work
        push(free + work, owner)
    }
    printf "%8d %10.0f %16.0f %7.1f%% %7.0f%%\n", workers, count / seconds, \
        count / seconds + 2 * workers / beat, 100 * waited / seconds / workers, \
        100 * (busy < seconds ? busy : seconds) / seconds
}'
