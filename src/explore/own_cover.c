/* own_cover.c — see own_cover.h. */
#include "explore/own_cover.h"
#include <stdlib.h>

void own_cover_find(const Program *program, OwnCover *own) {
    for (uint32_t k = 0; k < program->nfunctions; k++) {
        const Function *f = &program->functions[k];
        uint64_t start = 2 * (uint64_t)f->first_insn, end = start + 2 * (uint64_t)f->code_len;
        if (f->library || start == end) continue;
        if (own->len && vec_last(own).end == start)
            vec_last(own).end = end;
        else
            vec_push(own, ((ByteRange){start, end}));
    }
}

size_t own_cover_next(const uint8_t *cover, const uint8_t *before, size_t at, size_t end) {
    for (; at + 64 <= end; at += 64) {
        uint64_t now[8], then[8] = {0}, fresh = 0;
        memcpy(now, cover + at, sizeof now);
        if (before) memcpy(then, before + at, sizeof then);
        for (size_t k = 0; k < 8; k++) fresh |= now[k] & ~then[k];
        if (fresh) break;
    }
    while (at < end && !(cover[at] & ~(before ? before[at] : 0))) at++;
    return at;
}
