/*
 * ftpnet.c — the core of an FTP server: a directory of files, connections with a data channel each,
 * sessions that execute commands (log in, list, retrieve, store, append, delete, rename, restart,
 * …), and an operator who closes connections. One session, whose commands after the log-in are
 * inputs, and the operator.
 *
 * The bugs: a transfer looks whether its connection is open before its first block only; the
 * connection can be closed before the transfer is done. (1) RETR sends the next block on a data
 * channel that is closed, (2) STOR and APPE write the next block to an upload that was given up.
 * (-DFIXED: each block is preceded by a look.)
 *
 * Known answer: two assertions fail in the thread of the session, each with 1 read of what the
 * other thread wrote: (1) that the data channel is not open, (2) that the connection has no upload.
 * The operator must not see that there was one: what he reads is from before the session began.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#define FILES 6
#define NAME 12
#define CONTENTS 8 /* bytes of a file, at most */
#define BLOCK 3    /* bytes of a transfer at a time */
#define CONNECTIONS 3
#define COMMANDS 2 /* after the log-in */
#define NONE (-1)

enum Reply {
    OPENING = 150,
    OK = 200,
    STATUS = 211,
    SIZE_IS = 213,
    SYSTEM = 215,
    GOODBYE = 221,
    SENT = 226,
    PASSIVE = 227,
    LOGGED_IN = 230,
    DONE = 250,
    PATH = 257,
    NEED_PASS = 331,
    NEED_MORE = 350,
    CLOSING = 421,
    NO_CHANNEL = 425,
    ABORTED = 426,
    BUSY = 450,
    UNKNOWN = 500,
    BAD_ARGUMENT = 501,
    BAD_SEQUENCE = 503,
    NOT_LOGGED_IN = 530,
    NO_FILE = 550,
    FULL = 552
};

/* --- the directory ---------------------------------------------------------------------------- */

typedef struct File {
    char name[NAME]; /* empty: this one is not in use */
    char contents[CONTENTS];
    int size;
    int readers;
    bool written; /* by an upload */
} File;

static struct {
    pthread_mutex_t lock;
    File file[FILES];
    int count;
} directory = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int file_find_held(const char *name) {
    for (int k = 0; k < FILES; k++)
        if (directory.file[k].name[0] && !strcmp(directory.file[k].name, name)) return k;
    return NONE;
}

static int file_make_held(const char *name) {
    for (int k = 0; k < FILES; k++) {
        File *f = &directory.file[k];
        if (f->name[0]) continue;
        strcpy(f->name, name);
        f->size = f->readers = 0;
        f->written = false;
        directory.count++;
        return k;
    }
    return NONE;
}

static bool file_make(const char *name, const char *contents) {
    pthread_mutex_lock(&directory.lock);
    int k = file_make_held(name);
    if (k != NONE) {
        directory.file[k].size = (int)strlen(contents);
        memcpy(directory.file[k].contents, contents, strlen(contents));
    }
    pthread_mutex_unlock(&directory.lock);
    return k != NONE;
}

static int file_open_to_read(const char *name) {
    pthread_mutex_lock(&directory.lock);
    int k = file_find_held(name);
    if (k != NONE && directory.file[k].written) k = NONE;
    if (k != NONE) directory.file[k].readers++;
    pthread_mutex_unlock(&directory.lock);
    return k;
}

static enum Reply file_open_to_write(const char *name, bool append, int *file) {
    enum Reply reply = OPENING;
    pthread_mutex_lock(&directory.lock);
    *file = file_find_held(name);
    if (*file == NONE) *file = file_make_held(name);
    if (*file == NONE) {
        reply = FULL;
    } else if (directory.file[*file].readers || directory.file[*file].written) {
        reply = BUSY;
    } else {
        directory.file[*file].written = true;
        if (!append) directory.file[*file].size = 0;
    }
    pthread_mutex_unlock(&directory.lock);
    return reply;
}

static void file_close(int k) {
    pthread_mutex_lock(&directory.lock);
    File *f = &directory.file[k];
    if (f->written)
        f->written = false;
    else
        f->readers--;
    pthread_mutex_unlock(&directory.lock);
}

static int file_read(int k, int position, char *block) {
    pthread_mutex_lock(&directory.lock);
    const File *f = &directory.file[k];
    int count = f->size - position;
    if (count > BLOCK) count = BLOCK;
    for (int i = 0; i < count; i++) block[i] = f->contents[position + i];
    pthread_mutex_unlock(&directory.lock);
    return count;
}

static int file_write(int k, const char *block, int count) {
    pthread_mutex_lock(&directory.lock);
    File *f = &directory.file[k];
    if (count > CONTENTS - f->size) count = CONTENTS - f->size;
    for (int i = 0; i < count; i++) f->contents[f->size + i] = block[i];
    f->size += count;
    pthread_mutex_unlock(&directory.lock);
    return count;
}

static enum Reply file_delete(const char *name) {
    enum Reply reply = NO_FILE;
    pthread_mutex_lock(&directory.lock);
    int k = file_find_held(name);
    if (k != NONE) {
        reply = directory.file[k].readers || directory.file[k].written ? BUSY : DONE;
        if (reply == DONE) {
            directory.file[k].name[0] = 0;
            directory.count--;
        }
    }
    pthread_mutex_unlock(&directory.lock);
    return reply;
}

static enum Reply file_rename(const char *from, const char *to) {
    enum Reply reply = NO_FILE;
    pthread_mutex_lock(&directory.lock);
    int k = file_find_held(from);
    if (k != NONE && file_find_held(to) == NONE) {
        strcpy(directory.file[k].name, to);
        reply = DONE;
    }
    pthread_mutex_unlock(&directory.lock);
    return reply;
}

static enum Reply file_size(const char *name, int *size) {
    pthread_mutex_lock(&directory.lock);
    int k = file_find_held(name);
    if (k != NONE) *size = directory.file[k].size;
    pthread_mutex_unlock(&directory.lock);
    return k == NONE ? NO_FILE : SIZE_IS;
}

/* --- connections ------------------------------------------------------------------------------ */

typedef struct Channel {
    bool open;
    int port;
    char block[BLOCK]; /* what was sent, or came, last */
    int filled;
} Channel;

typedef struct Connection {
    pthread_mutex_t lock;
    int number;
    bool open;
    Channel data;
    int upload;       /* a file, or NONE */
    int sent, stored; /* bytes */
} Connection;

static Connection connections[CONNECTIONS];

static void connection_init(Connection *c, int number) {
    pthread_mutex_init(&c->lock, NULL);
    c->number = number;
    c->open = true;
    c->data.open = false;
    c->data.port = 0;
    c->data.filled = 0;
    c->upload = NONE;
    c->sent = c->stored = 0;
}

static bool connection_is_open(Connection *c) {
    pthread_mutex_lock(&c->lock);
    bool open = c->open;
    pthread_mutex_unlock(&c->lock);
    return open;
}

static bool connection_close(Connection *c) {
    pthread_mutex_lock(&c->lock);
    bool was_open = c->open;
    c->open = false;
    c->data.open = false;
    c->upload = NONE;
    pthread_mutex_unlock(&c->lock);
    return was_open;
}

static enum Reply channel_open(Connection *c, int port) {
    enum Reply reply = CLOSING;
    pthread_mutex_lock(&c->lock);
    if (c->open) {
        c->data.open = true;
        c->data.port = port;
        c->data.filled = 0;
        reply = PASSIVE;
    }
    pthread_mutex_unlock(&c->lock);
    return reply;
}

static enum Reply channel_begin(Connection *c, int upload) {
    pthread_mutex_lock(&c->lock);
    enum Reply reply = !c->open ? CLOSING : !c->data.open ? NO_CHANNEL : OPENING;
    if (reply == OPENING && upload != NONE) c->upload = upload;
    pthread_mutex_unlock(&c->lock);
    return reply;
}

static bool channel_send(Connection *c, const char *block, int count) {
    pthread_mutex_lock(&c->lock);
#ifdef FIXED
    if (!c->open) {
        pthread_mutex_unlock(&c->lock);
        return false;
    }
#endif
    heddle_assert(c->data.open);
    for (int i = 0; i < count; i++) c->data.block[i] = block[i];
    c->data.filled = count;
    c->sent += count;
    pthread_mutex_unlock(&c->lock);
    return true;
}

static bool channel_store(Connection *c, const char *block, int count) {
    pthread_mutex_lock(&c->lock);
#ifdef FIXED
    if (!c->open) {
        pthread_mutex_unlock(&c->lock);
        return false;
    }
#endif
    heddle_assert(c->upload != NONE);
    int stored = file_write(c->upload, block, count);
    c->stored += stored;
    pthread_mutex_unlock(&c->lock);
    return stored == count;
}

static void channel_end(Connection *c) {
    pthread_mutex_lock(&c->lock);
    c->upload = NONE;
    c->data.open = false;
    pthread_mutex_unlock(&c->lock);
}

/* --- sessions --------------------------------------------------------------------------------- */

enum Verb {
    RETR,
    STOR,
    APPE,
    REST,
    DELE,
    SIZE,
    RNFR,
    RNTO,
    LAST_INPUT = RNTO, /* the verbs up to here are for a client who is logged in */
    USER,
    PASS,
    SYST,
    TYPE,
    PWD,
    PASV,
    NOOP,
    QUIT
};

typedef struct Command {
    enum Verb verb;
    const char *argument;
} Command;

typedef struct Session {
    Connection *connection;
    bool named, logged_in, binary, over;
    int restart; /* where the next transfer begins */
    char from[NAME];
    int value; /* a number in the last reply */
} Session;

static enum Reply retrieve(Session *s, const char *name) {
    Connection *c = s->connection;
    int position = s->restart, file = file_open_to_read(name), count;
    if (file == NONE) return NO_FILE;
    enum Reply reply = channel_begin(c, NONE);
    if (reply == OPENING) {
        char block[BLOCK];
        reply = SENT;
        while ((count = file_read(file, position, block)) > 0) {
            if (!channel_send(c, block, count)) {
                reply = ABORTED;
                break;
            }
            position += count;
        }
        channel_end(c);
    }
    file_close(file);
    s->restart = 0;
    return reply;
}

static enum Reply store(Session *s, const char *name, bool append) {
    static const char upload[] = "woven";
    Connection *c = s->connection;
    int file;
    enum Reply reply = file_open_to_write(name, append, &file);
    if (reply != OPENING) return reply;
    reply = channel_begin(c, file);
    if (reply == OPENING) {
        int all = (int)strlen(upload);
        reply = SENT;
        for (int position = 0, count; position < all; position += count) {
            count = all - position < BLOCK ? all - position : BLOCK;
            if (!channel_store(c, upload + position, count)) {
                reply = ABORTED;
                break;
            }
        }
        channel_end(c);
    }
    file_close(file);
    return reply;
}

static enum Reply log_in(Session *s, const Command *command) {
    if (command->verb == USER) {
        s->named = command->argument[0];
        return s->named ? NEED_PASS : BAD_ARGUMENT;
    }
    if (!s->named) return BAD_SEQUENCE;
    s->logged_in = !strcmp(command->argument, "warp");
    return s->logged_in ? LOGGED_IN : NOT_LOGGED_IN;
}

static enum Reply execute(Session *s, const Command *command) {
    const char *argument = command->argument;
    if (command->verb == USER || command->verb == PASS) return log_in(s, command);
    if (command->verb != QUIT && !s->logged_in) return NOT_LOGGED_IN;
    switch (command->verb) {
    case SYST: return SYSTEM;
    case TYPE: s->binary = argument[0] == 'I'; return OK;
    case PWD: return PATH;
    case NOOP: return connection_is_open(s->connection) ? OK : CLOSING;
    case PASV: return channel_open(s->connection, 2000 + s->connection->number);
    case RETR: return retrieve(s, argument);
    case STOR: return store(s, argument, false);
    case APPE: return store(s, argument, true);
    case REST: s->restart = BLOCK; return NEED_MORE;
    case DELE: return file_delete(argument);
    case SIZE: return file_size(argument, &s->value);
    case RNFR: strcpy(s->from, argument); return NEED_MORE;
    case RNTO: return s->from[0] ? file_rename(s->from, "renamed") : BAD_SEQUENCE;
    case QUIT: s->over = true; return GOODBYE;
    default: return UNKNOWN;
    }
}

static void answer(Session *s, Command command) {
    if (s->over) return;
    enum Reply reply = execute(s, &command);
    if (reply == CLOSING || reply == ABORTED) s->over = true;
}

/* --- the threads ------------------------------------------------------------------------------ */

static void *serve(void *connection) {
    Session session = {.connection = connection};
    answer(&session, (Command){USER, "weaver"});
    answer(&session, (Command){PASS, "warp"});
    answer(&session, (Command){TYPE, "I"});
    answer(&session, (Command){PASV, ""});
    for (int k = 0; k < COMMANDS; k++) {
        unsigned char verb = heddle_uchar("verb");
        heddle_assume(verb <= LAST_INPUT);
        answer(&session, (Command){verb, "pattern"});
    }
    answer(&session, (Command){QUIT, ""});
    return NULL;
}

/* The operator closes all connections but the first one. */
static void *operate(void *unused) {
    int closed = 0;
    for (int k = CONNECTIONS - 1; k > 0; k--)
        if (connection_close(&connections[k])) closed++;
    return closed ? unused : NULL;
}

int main(void) {
    file_make("readme", "hello");
    file_make("pattern", "twill");
    file_make("draft", "plain");
    for (int k = 0; k < CONNECTIONS; k++) connection_init(&connections[k], k);
    pthread_t session, operator;
    pthread_create(&session, NULL, serve, &connections[1]);
    pthread_create(&operator, NULL, operate, NULL);
    pthread_join(session, NULL);
    pthread_join(operator, NULL);
    for (int k = 0; k < CONNECTIONS; k++) connection_close(&connections[k]);
    return 0;
}
