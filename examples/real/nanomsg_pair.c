/* nanomsg_pair.c — two sockets within a process send each other a message, and the second one closes. */
#include <assert.h>
#include <inproc.h>
#include <nn.h>
#include <pair.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *answer(void *arg) {
    char buffer[8];
    int s = nn_socket(AF_SP, NN_PAIR), n = nn_connect(s, "inproc://pair");
    assert(n >= 0);
    n = nn_recv(s, buffer, sizeof buffer, 0);
    assert(n == 4 && !memcmp(buffer, "ping", 4));
    n = nn_send(s, "pong", 4, 0);
    assert(n == 4);
    n = nn_recv(s, buffer, sizeof buffer, 0);
    assert(n == 3);
    nn_close(s);
    return arg;
}

int main(void) {
    char buffer[8];
    pthread_t thread;
    int s = nn_socket(AF_SP, NN_PAIR), n = nn_bind(s, "inproc://pair");
    assert(n >= 0);
    pthread_create(&thread, NULL, answer, NULL);
    n = nn_send(s, "ping", 4, 0);
    assert(n == 4);
    n = nn_recv(s, buffer, sizeof buffer, 0);
    assert(n == 4 && !memcmp(buffer, "pong", 4));
    n = nn_send(s, "end", 3, 0);
    assert(n == 3);
    pthread_join(thread, NULL);
    puts("pong");
    nn_close(s);
    return 0;
}
