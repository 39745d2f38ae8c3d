/*
 * stringbuffer.c — texts that can be changed, as class libraries have them: every method takes the
 * lock of the buffer; the one that appends a buffer to another one takes both, the second one
 * twice. One thread appends a buffer, the other one deletes a part of it; where the part ends is an
 * input.
 *
 * The bug: buffer_append measures the buffer that it appends, gives its lock back to make room and
 * then takes as many characters as there were (-DFIXED: the lock is held until the characters are
 * there).
 *
 * Known answer: one assertion fails in the thread that appends (the characters are within the
 * buffer), with 1 read of what the other thread wrote: the length of the buffer. It needs a part
 * that is not empty.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct Buffer {
    pthread_mutex_t lock;
    char *text; /* no 0 at its end */
    int length, room;
} Buffer;

/* --- with the lock held ----------------------------------------------------------------------- */

static void ensure_held(Buffer *b, int needed) {
    if (needed <= b->room) return;
    int room = 2 * b->room + 2;
    if (room < needed) room = needed;
    char *text = malloc((size_t)room);
    memcpy(text, b->text, (size_t)b->length);
    free(b->text);
    b->text = text;
    b->room = room;
}

/* Room for more characters at an index. */
static char *open_held(Buffer *b, int index, int more) {
    heddle_assert(index >= 0 && index <= b->length);
    ensure_held(b, b->length + more);
    for (int i = b->length - 1; i >= index; i--) b->text[i + more] = b->text[i];
    b->length += more;
    return b->text + index;
}

static void close_held(Buffer *b, int from, int to) {
    if (to > b->length) to = b->length;
    heddle_assert(from >= 0 && from <= to);
    for (int i = to; i < b->length; i++) b->text[from + i - to] = b->text[i];
    b->length -= to - from;
}

/* The characters from one index to before another one, to where the caller has room for them. */
static void copy_out_held(const Buffer *b, int from, int to, char *out) {
    heddle_assert(from >= 0 && from <= to && to <= b->length);
    for (int i = from; i < to; i++) out[i - from] = b->text[i];
}

/* --- one buffer ------------------------------------------------------------------------------- */

static void buffer_init(Buffer *b, int room) {
    pthread_mutex_init(&b->lock, NULL);
    b->text = malloc((size_t)room);
    b->length = 0;
    b->room = room;
}

static void buffer_destroy(Buffer *b) {
    pthread_mutex_destroy(&b->lock);
    free(b->text);
}

static int buffer_length(Buffer *b) {
    pthread_mutex_lock(&b->lock);
    int length = b->length;
    pthread_mutex_unlock(&b->lock);
    return length;
}

static char buffer_char_at(Buffer *b, int index) {
    pthread_mutex_lock(&b->lock);
    heddle_assert(index >= 0 && index < b->length);
    char c = b->text[index];
    pthread_mutex_unlock(&b->lock);
    return c;
}

static void buffer_set_char(Buffer *b, int index, char c) {
    pthread_mutex_lock(&b->lock);
    heddle_assert(index >= 0 && index < b->length);
    b->text[index] = c;
    pthread_mutex_unlock(&b->lock);
}

static void buffer_set_length(Buffer *b, int length) {
    pthread_mutex_lock(&b->lock);
    ensure_held(b, length);
    for (int i = b->length; i < length; i++) b->text[i] = ' ';
    b->length = length;
    pthread_mutex_unlock(&b->lock);
}

static void buffer_insert_text(Buffer *b, int index, const char *text) {
    int length = (int)strlen(text);
    pthread_mutex_lock(&b->lock);
    memcpy(open_held(b, index, length), text, (size_t)length);
    pthread_mutex_unlock(&b->lock);
}

static void buffer_append_text(Buffer *b, const char *text) {
    int length = (int)strlen(text);
    pthread_mutex_lock(&b->lock);
    memcpy(open_held(b, b->length, length), text, (size_t)length);
    pthread_mutex_unlock(&b->lock);
}

static void buffer_delete(Buffer *b, int from, int to) {
    pthread_mutex_lock(&b->lock);
    close_held(b, from, to);
    pthread_mutex_unlock(&b->lock);
}

static void buffer_copy_out(Buffer *b, int from, int to, char *out) {
    pthread_mutex_lock(&b->lock);
    copy_out_held(b, from, to, out);
    pthread_mutex_unlock(&b->lock);
}

static int buffer_index_of(Buffer *b, char c) {
    int index = -1;
    pthread_mutex_lock(&b->lock);
    for (int i = 0; i < b->length && index < 0; i++)
        if (b->text[i] == c) index = i;
    pthread_mutex_unlock(&b->lock);
    return index;
}

static void buffer_reverse(Buffer *b) {
    pthread_mutex_lock(&b->lock);
    for (int i = 0, j = b->length - 1; i < j; i++, j--) {
        char c = b->text[i];
        b->text[i] = b->text[j];
        b->text[j] = c;
    }
    pthread_mutex_unlock(&b->lock);
}

static bool buffer_is(Buffer *b, const char *text) {
    int length = (int)strlen(text);
    pthread_mutex_lock(&b->lock);
    bool same = b->length == length && !memcmp(b->text, text, (size_t)length);
    pthread_mutex_unlock(&b->lock);
    return same;
}

/* --- two buffers ------------------------------------------------------------------------------ */

/* What u holds comes to the end of b. */
static void buffer_append(Buffer *b, Buffer *u) {
    pthread_mutex_lock(&b->lock);
#ifdef FIXED
    pthread_mutex_lock(&u->lock);
    int length = u->length;
    copy_out_held(u, 0, length, open_held(b, b->length, length));
    pthread_mutex_unlock(&u->lock);
#else
    int length = buffer_length(u);
    char *end = open_held(b, b->length, length);
    buffer_copy_out(u, 0, length, end);
#endif
    pthread_mutex_unlock(&b->lock);
}

/* --- the threads ------------------------------------------------------------------------------ */

static Buffer text, part;

static void *append(void *unused) {
    buffer_append_text(&text, "weft");
    buffer_append(&text, &part);
    return unused;
}

static void *delete(void *unused) {
    buffer_delete(&part, 2, heddle_range(2, 6, "end"));
    return unused;
}

int main(void) {
    buffer_init(&text, 4);
    buffer_init(&part, 4);
    buffer_append_text(&part, "shed");
    buffer_insert_text(&part, 2, "utt");
    buffer_set_length(&part, 7);
    buffer_reverse(&part);
    buffer_set_char(&part, buffer_index_of(&part, 'd'), 'r');
    buffer_delete(&part, 1, 2);
    char two[2];
    buffer_copy_out(&part, 0, 2, two);
    heddle_assert(buffer_length(&part) == 6 && two[0] == buffer_char_at(&part, 0) && two[1] == 't');
    heddle_assert(buffer_is(&part, "rttuhs"));
    pthread_t appender, deleter;
    pthread_create(&appender, NULL, append, NULL);
    pthread_create(&deleter, NULL, delete, NULL);
    pthread_join(appender, NULL);
    pthread_join(deleter, NULL);
    buffer_destroy(&text);
    buffer_destroy(&part);
    return 0;
}
