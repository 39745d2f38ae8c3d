/* model.c — models: immutable maps from inputs to bytes, a sorted array with shared byte
 * strings. */
#include "expr/pool.h"
#include <stdlib.h>

typedef struct Bytes {
    uint32_t refs;
    uint8_t byte[];
} Bytes;

struct Model {
    uint32_t refs, len;
    struct {
        const Input *input; /* ids ascending */
        Bytes *bytes;
    } entry[];
};

Model *model_ref(const Model *m) {
    Model *own = (Model *)(uintptr_t)m; /* only the count changes; the contents stay immutable */
    if (own) own->refs++;
    return own;
}

static void bytes_unref(Bytes *b) {
    if (--b->refs == 0) free(b);
}

void model_unref(const Model *m) {
    Model *own = (Model *)(uintptr_t)m;
    if (!own || --own->refs) return;
    for (uint32_t i = 0; i < own->len; i++) bytes_unref(own->entry[i].bytes);
    free(own);
}

/* Returns the position of `input`, or the position to insert it. */
static uint32_t model_find(const Model *m, const Input *input) {
    uint32_t low = 0, high = m->len;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (m->entry[mid].input->id < input->id)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

uint8_t model_byte(const Model *m, const Input *input, uint32_t index) {
    if (!m) return 0;
    uint32_t i = model_find(m, input);
    if (i == m->len || m->entry[i].input != input || index >= input->size) return 0;
    return m->entry[i].bytes->byte[index];
}

Model *model_with(const Model *m, const Input *input, const uint8_t *bytes) {
    uint32_t old = m ? m->len : 0, at = m ? model_find(m, input) : 0;
    bool replace = at < old && m->entry[at].input == input;
    if (replace && memcmp(m->entry[at].bytes->byte, bytes, input->size) == 0) return model_ref(m);
    uint32_t len = replace ? old : old + 1;
    Model *n = xmalloc(sizeof(*n) + len * sizeof(n->entry[0]));
    n->refs = 1;
    n->len = len;
    Bytes *b = xmalloc(sizeof(*b) + input->size);
    b->refs = 1;
    memcpy(b->byte, bytes, input->size);
    for (uint32_t i = 0, j = 0; i < len; i++) {
        if (i == at) {
            n->entry[i].input = input;
            n->entry[i].bytes = b;
            if (replace) j++;
        } else {
            n->entry[i] = m->entry[j++];
            n->entry[i].bytes->refs++;
        }
    }
    return n;
}

void model_bytes(const Model *m, const Input *input, uint8_t *out) {
    uint32_t i = m ? model_find(m, input) : 0;
    if (m && i < m->len && m->entry[i].input == input)
        memcpy(out, m->entry[i].bytes->byte, input->size);
    else
        memset(out, 0, input->size);
}

uint32_t model_count(const Model *m) { return m ? m->len : 0; }
const Input *model_input(const Model *m, uint32_t i) { return m->entry[i].input; }
