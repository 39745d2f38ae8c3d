/* digest.c — see digest.h. */
#include "base/digest.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

Digest digest_new(void) { return (Digest){{0x243f6a8885a308d3ull, 0x13198a2e03707344ull}}; }

static void digest_add_word(Digest *d, uint64_t w) {
    d->lane[0] = hash_combine(d->lane[0], w);
    d->lane[1] = hash_combine(d->lane[1], w ^ 0xa4093822299f31d0ull);
}

void digest_add(Digest *d, const void *bytes, size_t n) {
    const unsigned char *s = bytes;
    Digest x = *d;
    digest_add_word(&x, n);
    uint64_t w;
    for (; n >= sizeof w; s += sizeof w, n -= sizeof w) {
        memcpy(&w, s, sizeof w);
        digest_add_word(&x, w);
    }
    w = 0;
    if (n) memcpy(&w, s, n);
    digest_add_word(&x, w);
    *d = x;
}

void digest_add_text(Digest *d, const char *text) { digest_add(d, text, strlen(text)); }

void digest_add_number(Digest *d, uint64_t number) { digest_add(d, &number, sizeof number); }

bool digest_equal(Digest a, Digest b) { return a.lane[0] == b.lane[0] && a.lane[1] == b.lane[1]; }

char *file_contents(const char *path, size_t *len) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0) return NULL;
    bool fine = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    size_t room = fine ? (size_t)st.st_size + 1 : 0;
    char *data = fine ? xmalloc(room) : NULL;
    for (*len = 0; fine && *len < room;) {
        ssize_t n = read(fd, data + *len, room - *len);
        if (n < 0 && errno == EINTR) continue;
        fine = n >= 0;
        if (n <= 0) break;
        *len += (size_t)n;
    }
    close(fd);
    if (fine && *len + 1 == room) { /* the length that was stated, neither cut nor grown */
        data[*len] = 0;
        return data;
    }
    free(data);
    return NULL;
}

bool digest_add_file(Digest *d, const char *path) {
    size_t len;
    char *data = file_contents(path, &len);
    if (data) digest_add(d, data, len);
    free(data);
    return data != NULL;
}
