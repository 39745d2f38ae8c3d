/* pipe.h — what pipes without a name (pipe.c) and with one (named_pipe.c) have in common. */
#ifndef HEDDLE_RUNTIME_KERNEL_PIPE_H
#define HEDDLE_RUNTIME_KERNEL_PIPE_H

#include "kernel.h"

/* The operations of an open end, whose object is a stream. */
HIDDEN long __heddle_pipe_read(struct file *f, char *to, long n, long offset);
HIDDEN long __heddle_pipe_write(struct file *f, const char *from, long n, long offset);
HIDDEN int __heddle_pipe_watch(struct file *f, unsigned events, struct __heddle_item *items);
HIDDEN unsigned __heddle_pipe_ready(struct file *f);
HIDDEN long __heddle_pipe_control(struct file *f, unsigned long request, long argument);
#define PIPE_OPERATIONS                                                                          \
    .read = __heddle_pipe_read, .write = __heddle_pipe_write, .watch = __heddle_pipe_watch,      \
    .ready = __heddle_pipe_ready, .control = __heddle_pipe_control, .capacity = STREAM_CAPACITY, \
    .counts = 1

/* Whether an open file is the reading end; the writing end. Of a named pipe it may be both. */
static inline int pipe_reads(const struct file *f) { return f->mode != O_WRONLY; }
static inline int pipe_writes(const struct file *f) { return f->mode != O_RDONLY; }

#endif
