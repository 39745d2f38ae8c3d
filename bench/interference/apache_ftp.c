/*
 * apache_ftp.c — the core of an FTP server: a session for each connection reads commands (inputs),
 * logs in, opens a data channel and sends a file through it; a reaper closes what has been idle for
 * two of its rounds. Two sessions, one reaper; a mutex for each connection, which all accesses are
 * under.
 *
 * The bug: a transfer looks whether its connection is open, gives the mutex back to read the file,
 * and then takes the mutex again to send without another look (-DFIXED: with one).
 *
 * Known answer: one assertion fails (a send on a connection that was closed), with 1 interference:
 * the session reads that it is closed as the reaper wrote it; the reaper must not see that the
 * session was active, so what it reads itself is from the start, which is no interference. It needs
 * the commands that lead to a transfer: USER, PASS, RETR. With -DFIXED it cannot fail. With
 * -DJOINED main waits for all threads instead of leaving them alone; the answer is the same.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#define CONNECTIONS 2
#define COMMANDS 3
#define BLOCK 4
#define ROUNDS 2

enum Command { USER, PASS, RETR, STOR, NOOP, QUIT, NCOMMANDS };
enum Reply {
    OK = 200,
    CLOSING = 221,
    SENT = 226,
    NEED_PASS = 331,
    GONE = 421,
    NOT_LOGGED_IN = 530,
    BAD = 500
};

typedef struct {
    pthread_mutex_t lock;
    bool open, active; /* active: since the reaper came last */
    int idle;          /* rounds of the reaper */
    char block[BLOCK];
    int sent;
} Connection;
static Connection connections[CONNECTIONS];
static const char file[2 * BLOCK] = "contents";

typedef struct {
    Connection *connection;
    bool named, logged_in;
    int position;
} Session;

static bool is_open(Connection *c) {
    pthread_mutex_lock(&c->lock);
    bool open = c->open;
    pthread_mutex_unlock(&c->lock);
    return open;
}

static void touch(Connection *c) {
    pthread_mutex_lock(&c->lock);
    c->active = true;
    pthread_mutex_unlock(&c->lock);
}

static void close_connection(Connection *c) {
    pthread_mutex_lock(&c->lock);
    if (c->open) c->open = false;
    pthread_mutex_unlock(&c->lock);
}

static enum Reply transfer(Session *s) {
    Connection *c = s->connection;
    if (!is_open(c)) return GONE;
    char block[BLOCK];
    memcpy(block, file + s->position, BLOCK);
    pthread_mutex_lock(&c->lock);
#ifdef FIXED
    if (!c->open) {
        pthread_mutex_unlock(&c->lock);
        return GONE;
    }
#endif
    heddle_assert(c->open);
    memcpy(c->block, block, BLOCK);
    c->sent += BLOCK;
    c->active = true;
    pthread_mutex_unlock(&c->lock);
    s->position = (s->position + BLOCK) % (int)sizeof file;
    return SENT;
}

static enum Reply execute(Session *s, enum Command command) {
    switch (command) {
    case USER: s->named = true; return NEED_PASS;
    case PASS:
        if (!s->named) return BAD;
        s->logged_in = true;
        return OK;
    case RETR: return s->logged_in ? transfer(s) : NOT_LOGGED_IN;
    case STOR: return s->logged_in ? BAD : NOT_LOGGED_IN;
    case NOOP: touch(s->connection); return OK;
    default: return CLOSING;
    }
}

static void *serve(void *connection) {
    Session session = {.connection = connection};
    for (int k = 0; k < COMMANDS; k++) {
        unsigned char command = heddle_uchar("command");
        heddle_assume(command < NCOMMANDS);
        enum Reply reply = execute(&session, command);
        if (reply == CLOSING || reply == GONE) break;
    }
    close_connection(connection);
    return NULL;
}

static void look_at(Connection *c) {
    pthread_mutex_lock(&c->lock);
    if (c->active) {
        c->active = false;
        c->idle = 0;
    } else if (++c->idle == ROUNDS && c->open) {
        c->open = false;
    }
    pthread_mutex_unlock(&c->lock);
}

static void *reap(void *unused) {
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < CONNECTIONS; k++) look_at(&connections[k]);
    return unused;
}

int main(void) {
    pthread_t session[CONNECTIONS], reaper;
    for (int k = 0; k < CONNECTIONS; k++) {
        pthread_mutex_init(&connections[k].lock, NULL);
        connections[k].open = true;
        pthread_create(&session[k], NULL, serve, &connections[k]);
    }
    pthread_create(&reaper, NULL, reap, NULL);
#ifdef JOINED
    for (int k = 0; k < CONNECTIONS; k++) pthread_join(session[k], NULL);
    pthread_join(reaper, NULL);
#endif
    pthread_exit(NULL);
}
