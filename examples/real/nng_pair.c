/* nng_pair.c — a request and its reply over nng's transport within a process. */
#include <assert.h>
#include <nng/nng.h>
#include <nng/protocol/reqrep0/rep.h>
#include <nng/protocol/reqrep0/req.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static nng_socket server;

static void *serve(void *arg) {
    char buffer[8];
    size_t n = sizeof buffer;
    int error = nng_recv(server, buffer, &n, 0);
    assert(!error && n == 4 && !memcmp(buffer, "ping", 4));
    error = nng_send(server, "pong", 4, 0);
    assert(!error);
    return arg;
}

int main(void) {
    nng_socket client;
    pthread_t thread;
    char buffer[8];
    size_t n = sizeof buffer;
    int error = nng_rep0_open(&server);
    assert(!error);
    error = nng_listen(server, "inproc://pair", NULL, 0);
    assert(!error);
    error = nng_req0_open(&client);
    assert(!error);
    error = nng_dial(client, "inproc://pair", NULL, 0);
    assert(!error);
    pthread_create(&thread, NULL, serve, NULL);
    error = nng_send(client, "ping", 4, 0);
    assert(!error);
    error = nng_recv(client, buffer, &n, 0);
    assert(!error && n == 4 && !memcmp(buffer, "pong", 4));
    pthread_join(thread, NULL);
    puts("pong");
    nng_close(client);
    nng_close(server);
    return 0;
}
