/*
 * attributes.h — the words of a thread's attributes that hold its processors, as a mask (0: any),
 * and its mask of signals (0: that of its creator).
 */
#ifndef HEDDLE_RUNTIME_ATTRIBUTES_H
#define HEDDLE_RUNTIME_ATTRIBUTES_H

#define PROCESSORS(a) ((a)->__u.__s[5])
#define MASK(a) ((a)->__u.__s[6])

/* The bit of a signal that is libc's own, and in no mask of a program. */
#define MASK_IS_SET (1UL << 31)

#endif
