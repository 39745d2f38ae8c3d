/*
 * file_system.c — threads that create files: each gives its inode a block, if that has none, and
 * looks for a free one from a place that depends on the inode (after the example of Flanagan and
 * Godefroid, POPL 2005; written for Heddle). Inodes and blocks have a lock each. APART: main does
 * not wait for the threads.
 */
#include <pthread.h>
#ifndef THREADS
#define THREADS 3
#endif
#ifndef INODES
#define INODES 2
#endif
#ifndef BLOCKS
#define BLOCKS 3
#endif
static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static int inode[INODES], busy[BLOCKS];

static void *create(void *number) {
    int i = (int)(long)number % INODES;
    pthread_mutex_lock(&inode_lock[i]);
    for (int tries = 0, b = 2 * i % BLOCKS; !inode[i] && tries < BLOCKS;
         tries++, b = (b + 1) % BLOCKS) {
        pthread_mutex_lock(&block_lock[b]);
        if (!busy[b]) {
            busy[b] = 1;
            inode[i] = b + 1;
        }
        pthread_mutex_unlock(&block_lock[b]);
    }
    pthread_mutex_unlock(&inode_lock[i]);
    return NULL;
}

int main(void) {
    pthread_t thread[THREADS];
    for (int k = 0; k < INODES; k++) pthread_mutex_init(&inode_lock[k], NULL);
    for (int k = 0; k < BLOCKS; k++) pthread_mutex_init(&block_lock[k], NULL);
    for (long k = 0; k < THREADS; k++) pthread_create(&thread[k], NULL, create, (void *)k);
#ifdef APART
    pthread_exit(NULL);
#endif
    for (int k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    return 0;
}
