/* align.c — see align.h. */
#include "impact/match/align.h"
#include <stdlib.h>

#define MOST_DIFFERENCES 3000

/* Walks back from the end along the furthest points for each number of differences. */
static void trace_back(int32_t *const *reached, int32_t d, int32_t n, int32_t m, uint32_t *out,
                       uint32_t ahead) {
    int32_t x = n, y = m;
    for (; d > 0; d--) {
        const int32_t *v = reached[d - 1] + d; /* for diagonals -(d - 1) - 1 … d */
        int32_t k = x - y, from = k == -d || (k != d && v[k - 1] < v[k + 1]) ? k + 1 : k - 1;
        int32_t px = v[from], py = px - from;
        while (x > px && y > py && x > 0 && y > 0) {
            x--;
            y--;
            out[x] = (uint32_t)y + ahead;
        }
        x = px;
        y = py;
    }
    while (x > 0 && y > 0) {
        x--;
        y--;
        out[x] = (uint32_t)y + ahead;
    }
}

static void align_middle(const uint64_t *a, int32_t n, const uint64_t *b, int32_t m, uint32_t *out,
                         uint32_t ahead) {
    int32_t most = MIN(n + m, MOST_DIFFERENCES), d = 0;
    int32_t *v = xcalloc((size_t)most * 2 + 4, sizeof *v), *zero = v + most + 1;
    int32_t **reached = xcalloc((size_t)most + 2, sizeof *reached);
    bool done = false;
    for (; d <= most && !done; d++) {
        for (int32_t k = -d; k <= d && !done; k += 2) {
            int32_t x = k == -d || (k != d && zero[k - 1] < zero[k + 1]) ? zero[k + 1]
                                                                         : zero[k - 1] + 1,
                    y = x - k;
            while (x < n && y < m && a[x] == b[y]) x++, y++;
            zero[k] = x;
            done = x >= n && y >= m;
        }
        if (done) break;
        reached[d] = xmalloc(((size_t)d * 2 + 3) * sizeof **reached);
        memcpy(reached[d], zero - d - 1, ((size_t)d * 2 + 3) * sizeof **reached);
    }
    if (done) trace_back(reached, d, n, m, out, ahead);
    for (int32_t k = 0; k <= most; k++) free(reached[k]);
    free(reached);
    free(v);
}

void align_sequences(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m, uint32_t *out) {
    uint32_t head = 0;
    for (uint32_t k = 0; k < n; k++) out[k] = ALIGN_NONE;
    while (head < n && head < m && a[head] == b[head]) {
        out[head] = head;
        head++;
    }
    while (n > head && m > head && a[n - 1] == b[m - 1]) {
        out[n - 1] = m - 1;
        n--;
        m--;
    }
    if (n > head && m > head)
        align_middle(a + head, (int32_t)(n - head), b + head, (int32_t)(m - head), out + head,
                     head);
}
