/* libuv_work.c — one piece of work in libuv's pool of threads, and a message from another thread. */
#include <assert.h>
#include <stdio.h>
#include <uv.h>

static uv_mutex_t lock;
static int pieces;

static void work(uv_work_t *request) {
    (void)request;
    uv_mutex_lock(&lock);
    pieces++;
    uv_mutex_unlock(&lock);
}
static void done(uv_work_t *request, int status) {
    (void)request;
    assert(status == 0);
}
static void told(uv_async_t *message) { uv_close((uv_handle_t *)message, NULL); }
static void other(void *message) { uv_async_send(message); }

int main(void) {
    uv_loop_t *loop = uv_default_loop();
    uv_work_t request;
    uv_async_t message;
    uv_thread_t thread;
    uv_mutex_init(&lock);
    uv_async_init(loop, &message, told);
    uv_queue_work(loop, &request, work, done);
    uv_thread_create(&thread, other, &message);
    uv_run(loop, UV_RUN_DEFAULT);
    uv_thread_join(&thread);
    assert(pieces == 1);
    puts("work done");
    uv_loop_close(loop);
    uv_library_shutdown();
    return 0;
}
