/*
 * parser_feed.c — one thread receives bytes and queues them, another parses records out of the queue: a
 * length, then as many bytes. The parser trusts the length.
 *
 * Known answer: a memory error (out of bounds write) in parse, in both interleave modes: it needs a length of
 * 4 or more in the input (and so many bytes after it). With -DFIXED the length is checked: safe.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>

#define FEED 6
#define ROOM 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t fed = PTHREAD_COND_INITIALIZER;
static unsigned char queue[FEED];
static int queued;
static bool closed;

static unsigned char record[ROOM];
static unsigned records;

static void *feed(void *unused) {
    unsigned char bytes[FEED];
    heddle_symbolic(bytes, sizeof bytes, "feed");
    /* Two packets. */
    for (int packet = 0; packet < 2; packet++) {
        pthread_mutex_lock(&lock);
        for (int i = 0; i < FEED / 2; i++, queued++) queue[queued] = bytes[queued];
        closed = packet == 1;
        pthread_cond_signal(&fed);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

/* The next byte; false at the end. */
static bool take(int *at, unsigned char *byte) {
    pthread_mutex_lock(&lock);
    while (*at >= queued && !closed) pthread_cond_wait(&fed, &lock);
    bool any = *at < queued;
    if (any) *byte = queue[(*at)++];
    pthread_mutex_unlock(&lock);
    return any;
}

static void *parse(void *unused) {
    int at = 0;
    unsigned char length, byte;
    if (!take(&at, &length)) return unused;
#ifdef FIXED
    if (length > ROOM) return unused;
#endif
    for (unsigned i = 0; i < length && take(&at, &byte); i++) record[i] = byte;
    records++;
    return unused;
}

int main(void) {
    pthread_t feeder, parser;
    pthread_create(&feeder, NULL, feed, NULL);
    pthread_create(&parser, NULL, parse, NULL);
    pthread_join(feeder, NULL);
    pthread_join(parser, NULL);
    return 0;
}
