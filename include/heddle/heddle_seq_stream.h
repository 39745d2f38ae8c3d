/*
 * heddle_seq_stream.h — the choices of a sequentialized program, and the program's inputs, from a
 * stream of bytes: what fuzzers change. docs/sequential-testing.md describes the format. Beyond the
 * end of the stream all bytes are zero. Included by heddle_seq.c with HEDDLE_SEQ_STREAM, for the
 * drivers (heddle_seq_driver.c) and for heddle seq --convert, which executes the same code.
 */
#ifndef HEDDLE_SEQ_STREAM_H
#define HEDDLE_SEQ_STREAM_H

#include "heddle_seq.h"
#include <string.h>

enum {
    HEDDLE_SEQ_STREAM_MOST = 1 << 16, /* bytes of a stream; the rest is ignored */
    HEDDLE_SEQ_VALUES = 4096          /* inputs that are noted */
};

/* The stream; heddle seq --convert writes it into the loaded program. */
unsigned char heddle_seq_stream[HEDDLE_SEQ_STREAM_MOST];
unsigned heddle_seq_stream_size;
static unsigned stream_at;

/* An input of the program as it was given: heddle seq --convert reads these. */
typedef struct HeddleSeqValue {
    const char *name;
    uint32_t thread;   /* number of the thread that made it; 0: main */
    uint32_t at, size; /* its bytes in heddle_seq_bytes */
} HeddleSeqValue;
HeddleSeqValue heddle_seq_values[HEDDLE_SEQ_VALUES];
unsigned heddle_seq_nvalues;
unsigned char heddle_seq_bytes[HEDDLE_SEQ_STREAM_MOST];
static unsigned stream_noted; /* bytes in use */

/* How many writes the writer does; 0: it does not run. */
static unsigned stream_extent;
/* By pair: how many reads are passed over that could see a write of the writer, and how many of
 * these writes. */
static unsigned stream_skips[HEDDLE_SEQ_MOST], stream_picks[HEDDLE_SEQ_MOST];

#if defined HEDDLE_SEQ_RANDOM
/* Makes more of the stream: a number, or the bytes of an input. */
static void stream_invent(bool number, size_t size);
#else
static void stream_invent(bool number, size_t size) { (void)number, (void)size; }
#endif

static unsigned stream_byte(void) {
    if (stream_at == heddle_seq_stream_size) stream_invent(false, 1);
    return stream_at < heddle_seq_stream_size ? heddle_seq_stream[stream_at++] : 0;
}

/* A byte below 240 is the number; else two bytes are, up to 4,335. */
enum { STREAM_TWO_BYTES = 240 };
static unsigned stream_number(void) {
    if (stream_at == heddle_seq_stream_size) stream_invent(true, 1);
    unsigned first = stream_byte();
    if (first < STREAM_TWO_BYTES) return first;
    return STREAM_TWO_BYTES + ((first - STREAM_TWO_BYTES) << 8) + stream_byte();
}

/* Reads what the stream begins with; called before main. */
static void stream_begin(void) {
    stream_extent = stream_number();
    for (unsigned k = 0; k < heddle_seq_bound; k++) {
        stream_skips[k] = stream_number();
        stream_picks[k] = stream_number();
    }
}

/* Gives an input its bytes. */
static void stream_input(void *p, size_t size) {
    unsigned char *to = p;
    if (stream_at == heddle_seq_stream_size) stream_invent(false, size);
    for (size_t k = 0; k < size; k++) to[k] = (unsigned char)stream_byte();
}

/* Notes the value that an input got. */
static void stream_note(unsigned thread, const void *p, size_t size, const char *name) {
    if (heddle_seq_nvalues == HEDDLE_SEQ_VALUES || size > sizeof heddle_seq_bytes - stream_noted)
        return;
    heddle_seq_values[heddle_seq_nvalues++] =
        (HeddleSeqValue){name, thread, stream_noted, (uint32_t)size};
    memcpy(heddle_seq_bytes + stream_noted, p, size);
    stream_noted += (unsigned)size;
}

#endif
