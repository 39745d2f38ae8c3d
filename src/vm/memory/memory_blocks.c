/*
 * memory_blocks.c — large blocks of the heap and the initial state, which cost only what the
 * program touches of them. Bitmaps of whole chunks are mappings of a file of ones, and the trail
 * has one record for all of them.
 */
#include "vm/memory/memory_internal.h"
#include <sys/mman.h>
#include <unistd.h>

#define LARGE (16u * CHUNK) /* heap blocks of this size and more are large */

char memory_chunk_record;

/* --- bitmaps ---------------------------------------------------------------------------------- */

#define ONES (2u << 20)     /* bytes of the file of ones */
#define MAPPED (256u << 10) /* mapping a smaller part does not pay */

static int file_of_ones(Memory *m) {
    if (m->ones) return m->ones;
    m->ones = memfd_create("ones", MFD_CLOEXEC);
    uint8_t page[PAGE];
    memset(page, 255, sizeof page);
    for (unsigned k = 0; m->ones > 0 && k < ONES / PAGE; k++)
        if (write(m->ones, page, sizeof page) != sizeof page) {
            close(m->ones);
            m->ones = -1;
        }
    if (!m->ones) m->ones = -1;
    return m->ones;
}

/* Sets whole pages of a bitmap. */
static void set_pages(Memory *m, uint8_t *at, uint64_t size, bool value) {
    uint64_t done = 0;
    /* If no more mappings can be made, writing does as well. */
    if (!value && size >= MAPPED &&
        mmap(at, size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED)
        return;
    while (value && size - done >= MAPPED && file_of_ones(m) > 0) {
        uint64_t part = MIN(size - done, ONES);
        if (mmap(at + done, part, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED,
                 m->ones, 0) == MAP_FAILED)
            break;
        done += part;
    }
    memset(at + done, value ? 255 : 0, size - done);
}

static void set_chunks(Memory *m, uint64_t start, uint64_t end, bool valid) {
    set_pages(m, m->valid + start / 8, (end - start) / 8, valid);
    set_pages(m, m->plain + start / 8, (end - start) / 8, valid);
}

void memory_apply_chunks(Memory *m, ChunkRecord *r) {
    set_chunks(m, r->start, r->end, r->valid);
    memset(m->blocks + r->start / CHUNK,
           r->valid   ? CHUNK_OF_BLOCK | CHUNK_LIVE
           : r->first ? 0
                      : CHUNK_OF_BLOCK,
           (r->end - r->start) / CHUNK);
    r->valid = !r->valid;
}

/* --- blocks ----------------------------------------------------------------------------------- */

static bool is_zero_bytes(const uint8_t *p, size_t n) { return !*p && !memcmp(p, p + 1, n - 1); }

static void record_chunks(Memory *m, uint64_t start, uint64_t end, bool valid, bool first) {
    ChunkRecord r = {start, end, valid, first};
    memory_apply_chunks(m, &r);
    if (!m->recording) return;
    uint8_t *at = memory_trail_room(m, sizeof r + sizeof(Footer));
    Footer f = {&memory_chunk_record, sizeof r};
    memcpy(at, &r, sizeof r);
    memcpy(at + sizeof r, &f, sizeof f);
}

/* Finds the whole chunks of a range. False if there are too few to be worth it. */
static bool whole_chunks(uint64_t address, uint64_t size, uint64_t *start, uint64_t *end) {
    *start = (address + CHUNK - 1) & ~(uint64_t)(CHUNK - 1);
    *end = (address + size) & ~(uint64_t)(CHUNK - 1);
    return size >= LARGE;
}

void memory_allow_block(Memory *m, uint64_t address, uint64_t size) {
    uint64_t start, end;
    if (!whole_chunks(address, size, &start, &end)) {
        memory_allow(m, address, size, true);
        return;
    }
    memory_allow(m, address, start - address, true);
    memory_allow(m, end, address + size - end, true);
    /* Bytes that an earlier block left here have been on the trail since its end. */
    for (uint64_t page = start; page < end; page += PAGE)
        if (m->touched[page / PAGE] && !is_zero_bytes(m->base + page, PAGE))
            memset(m->base + page, 0, PAGE);
    record_chunks(m, start, end, true, !m->blocks[start / CHUNK]);
}

void memory_forbid_block(Memory *m, uint64_t address, uint64_t size) {
    uint64_t start, end;
    if (!whole_chunks(address, size, &start, &end)) {
        memory_forbid(m, address, size);
        return;
    }
    memory_forbid(m, address, start - address);
    memory_forbid(m, end, address + size - end);
    memory_make_concrete(m, start, end - start);
    /* Lines that differ from the beginning of the block are saved one by one. */
    static const uint8_t ones[8] = {255, 255, 255, 255, 255, 255, 255, 255};
    for (uint64_t page = start; page < end; page += PAGE)
        for (uint64_t line = page / LINE; m->touched[page / PAGE] && line < (page + PAGE) / LINE;
             line++)
            if (!m->dirty[line] &&
                (!is_zero_bytes(m->base + line * LINE, LINE) ||
                 memcmp(m->valid + line * 8, ones, 8) || memcmp(m->plain + line * 8, ones, 8)))
                memory_touch_line(m, line);
    if (m->tracks_undefined)
        for (uint64_t page = start; page < end; page += PAGE)
            if (m->touched[page / PAGE]) memset(m->undefined + page / 8, 0, PAGE / 8);
    record_chunks(m, start, end, false, false);
}

void memory_begin(Memory *m, uint64_t address, uint64_t size) {
    uint64_t start, end;
    if (!whole_chunks(address, size, &start, &end)) start = end = address + size;
    bits_fill(m->valid, address, start - address, true);
    bits_fill(m->plain, address, start - address, true);
    if (start < end) {
        ChunkRecord r = {start, end, true, false};
        memory_apply_chunks(m, &r);
    }
    bits_fill(m->valid, end, address + size - end, true);
    bits_fill(m->plain, end, address + size - end, true);
}

void memory_begin_with(Memory *m, uint64_t address, const uint8_t *bytes, uint64_t size) {
    for (uint64_t at = 0, n; at < size; at += n) {
        n = MIN(size - at, PAGE - (address + at) % PAGE);
        if (is_zero_bytes(bytes + at, n)) continue;
        memcpy(m->base + address + at, bytes + at, n);
        m->touched[(address + at) / PAGE] = 1;
    }
}
