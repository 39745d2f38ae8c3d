/*
 * pfscan.c — the core of a parallel file scanner: main puts the paths that match a name pattern
 * into a queue, workers take them, look for a pattern in the files, and write what they find to one
 * output; a monitor ends the output when no path is left and no worker is active. The first bytes
 * of each file are inputs, and so is whether case matters. -DWORKERS=n (2), -DFILES=n: files to
 * scan (1), -DINPUTS=n: bytes of each (1, at most 3); -DASSUME: what a worker does that would have
 * to wait for a path is left out, and so are condition variables.
 *
 * The bug: a worker takes a path from the queue and says that it is active in two steps, so that
 * the monitor can find the queue empty and no worker active in between; it closes the output, to
 * which the worker writes afterwards (-DFIXED: one step).
 *
 * Known answer: one assertion fails (the output is open), with 4 interferences: the worker reads
 * that there is a path as main wrote it; the monitor reads that no more paths come as main wrote
 * it, and that there is none left as the worker wrote it; the worker reads that the output is
 * closed as the monitor wrote it. All that is read beside these (the path's place, the number of
 * active workers) is as it was at the start. It needs a file with the pattern in it. With -DFILES=2
 * it takes 5: the monitor reads the number of active workers as the one wrote it that ended its
 * first file. With -DFIXED it cannot fail.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef FILES
#define FILES 1
#endif
#ifndef INPUTS
#define INPUTS 1
#endif
#define SIZE 8 /* of each file */
#define MATCHES 8

/* --- files ------------------------------------------------------------------------------------ */

typedef struct File {
    const char *path;
    bool is_directory;
    char content[SIZE + 1];
} File;

static File files[] = {
    {"src", true, ""},
    {"src/queue.c", false, "hey you."},
    {"src/notes.txt", false, "key"},
    {"src/match.c", false, "dey  abc"},
    {"src/main.c", false, "bey city"},
    {"src/output.c", false, "ley line"},
};
#define NFILES (int)(sizeof files / sizeof *files)

/* The text of a name against a pattern of letters, ? and *. */
static bool name_matches(const char *pattern, const char *name) {
    const char *star = NULL, *from = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = pattern++;
            from = name;
        } else if (*pattern == '?' || *pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star + 1;
            name = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return !*pattern;
}

/* --- the pattern that is looked for ----------------------------------------------------------- */

typedef struct Pattern {
    const char *text;
    int length;
    bool any_case;
    unsigned char skip[256]; /* how far to go on, by the last byte that was compared */
} Pattern;
static Pattern pattern;

static unsigned char lower(unsigned char c) {
    return c >= 'A' && c <= 'Z' ? (unsigned char)(c + 32) : c;
}

static void pattern_init(Pattern *p, const char *text, bool any_case) {
    p->text = text;
    p->length = (int)strlen(text);
    p->any_case = any_case;
    memset(p->skip, p->length, sizeof p->skip);
    for (int k = 0; k < p->length - 1; k++) {
        unsigned char c = (unsigned char)text[k];
        p->skip[c] = (unsigned char)(p->length - 1 - k);
        if (any_case && c >= 'a' && c <= 'z') p->skip[c - 32] = p->skip[c];
    }
}

static bool same_letter(const Pattern *p, char a, char b) {
    if (a == b) return true;
    return p->any_case && lower((unsigned char)a) == lower((unsigned char)b);
}

/* Where the pattern begins in a text from a place on, or -1. */
static int pattern_find(const Pattern *p, const char *text, int length, int from) {
    for (int at = from; at + p->length <= length; at++) {
        int k = p->length - 1;
        while (k >= 0 && same_letter(p, text[at + k], p->text[k])) k--;
        if (k < 0) return at;
    }
    return -1;
}

/* The same in long texts: further by what the last byte allows. */
static int pattern_find_far(const Pattern *p, const char *text, int length, int from) {
    for (int at = from; at + p->length <= length;) {
        int k = p->length - 1;
        while (k >= 0 && same_letter(p, text[at + k], p->text[k])) k--;
        if (k < 0) return at;
        at += p->skip[(unsigned char)text[at + p->length - 1]];
    }
    return -1;
}

/* --- the queue of paths ----------------------------------------------------------------------- */

/* Paths come in the order of `path`, which only main writes, before there are other threads. */
static struct {
    int path[NFILES], npaths;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int waiting; /* paths that are in the queue */
    int taken;
    bool ended; /* no more will come */
} queue;

static void queue_init(void) {
    pthread_mutex_init(&queue.lock, NULL);
    pthread_cond_init(&queue.changed, NULL);
}

static void tell(bool one) {
#ifndef ASSUME
    if (one)
        pthread_cond_signal(&queue.changed);
    else
        pthread_cond_broadcast(&queue.changed);
#else
    (void)one;
#endif
}

static void queue_add(void) {
    pthread_mutex_lock(&queue.lock);
    queue.waiting++;
    tell(true);
    pthread_mutex_unlock(&queue.lock);
}

static void queue_end(void) {
    pthread_mutex_lock(&queue.lock);
    queue.ended = true;
    tell(false);
    pthread_mutex_unlock(&queue.lock);
}

static void worker_begins(void);

/* The next file, or NULL when there will be none. */
static const File *queue_take(void) {
    const File *file = NULL;
    pthread_mutex_lock(&queue.lock);
    int waiting;
#ifdef ASSUME
    waiting = queue.waiting;
    heddle_assume(waiting || queue.ended);
#else
    while (!(waiting = queue.waiting) && !queue.ended)
        pthread_cond_wait(&queue.changed, &queue.lock);
#endif
    if (waiting) {
        queue.waiting = waiting - 1;
        file = &files[queue.path[queue.taken++]];
#ifdef FIXED
        worker_begins();
#endif
        tell(false);
    }
    pthread_mutex_unlock(&queue.lock);
    return file;
}

/* Whether all paths have been taken. */
static bool queue_is_done(void) {
    pthread_mutex_lock(&queue.lock);
    bool done = queue.ended && !queue.waiting;
    pthread_mutex_unlock(&queue.lock);
    return done;
}

/* --- the output ------------------------------------------------------------------------------- */

typedef struct Match {
    const char *path;
    int offset;
} Match;

static struct {
    pthread_mutex_t lock;
    bool closed;
    int count, lost;
    Match match[MATCHES];
} output;

static void output_init(void) { pthread_mutex_init(&output.lock, NULL); }

static void output_write(const char *path, int offset) {
    pthread_mutex_lock(&output.lock);
    heddle_assert(!output.closed);
    if (output.count < MATCHES)
        output.match[output.count++] = (Match){path, offset};
    else
        output.lost++;
    pthread_mutex_unlock(&output.lock);
}

static void output_close(void) {
    pthread_mutex_lock(&output.lock);
    output.closed = true;
    pthread_mutex_unlock(&output.lock);
}

/* --- workers ---------------------------------------------------------------------------------- */

static struct {
    pthread_mutex_t lock;
    int count;
} active;

static void worker_begins(void) {
    pthread_mutex_lock(&active.lock);
    active.count++;
    pthread_mutex_unlock(&active.lock);
}

static void worker_ends(void) {
    pthread_mutex_lock(&active.lock);
    heddle_assert(active.count > 0);
    active.count--;
    pthread_mutex_unlock(&active.lock);
}

static bool no_worker_is_active(void) {
    pthread_mutex_lock(&active.lock);
    bool none = active.count == 0;
    pthread_mutex_unlock(&active.lock);
    return none;
}

/* All places, or the first one in a file that is no text. */
static void scan(const File *file) {
    int length = (int)strlen(file->content);
    bool is_long = length > 2 * pattern.length;
    for (int at = 0; at < length;) {
        int found = is_long ? pattern_find_far(&pattern, file->content, length, at)
                            : pattern_find(&pattern, file->content, length, at);
        if (found < 0) break;
        output_write(file->path, found);
        at = found + pattern.length;
    }
}

static void *work(void *unused) {
    for (const File *file; (file = queue_take());) {
#ifndef FIXED
        worker_begins();
#endif
        scan(file);
        worker_ends();
    }
    return unused;
}

/* Ends the output once there is nothing to do; looks once (others call it again). */
static void *monitor(void *unused) {
    if (queue_is_done() && no_worker_is_active()) output_close();
    return unused;
}

/* --- main ------------------------------------------------------------------------------------- */

static void find_paths(const char *name) {
    for (int k = 0; k < NFILES && queue.npaths < FILES; k++)
        if (!files[k].is_directory && name_matches(name, files[k].path))
            queue.path[queue.npaths++] = k;
}

static void make_inputs(void) {
    for (int k = 0; k < queue.npaths; k++) {
        File *file = &files[queue.path[k]];
        heddle_symbolic(file->content, INPUTS, "content");
        for (int j = 0; j < INPUTS; j++) heddle_assume(file->content[j] != 0);
    }
}

int main(void) {
    pthread_t worker[WORKERS], watcher;
    queue_init();
    output_init();
    pthread_mutex_init(&active.lock, NULL);
    pattern_init(&pattern, "key", heddle_bool("any case"));
    find_paths("src/*.c");
    make_inputs();
    for (int k = 0; k < WORKERS; k++) pthread_create(&worker[k], NULL, work, NULL);
    pthread_create(&watcher, NULL, monitor, NULL);
    for (int k = 0; k < queue.npaths; k++) queue_add();
    queue_end();
    for (int k = 0; k < WORKERS; k++) pthread_join(worker[k], NULL);
    pthread_join(watcher, NULL);
    heddle_assert(queue.taken == queue.npaths);
    return 0;
}
