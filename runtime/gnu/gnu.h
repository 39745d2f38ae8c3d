/*
 * gnu.h — shared by this folder: functions that glibc has and musl has not. They are part of the
 * runtime. The files that do not need the engine are compiled once more for libheddle, so that what
 * heddle cc builds runs natively with them (HEDDLE_NATIVE).
 */
#ifndef HEDDLE_RUNTIME_GNU_H
#define HEDDLE_RUNTIME_GNU_H

/* A program may define its own function of the name. */
#define PUBLIC __attribute__((__weak__))

#ifndef HEDDLE_NATIVE
void __heddle_warn(const char *message);
#define gnu_warn(message) __heddle_warn(message)
#else
#define gnu_warn(message) ((void)0)
#endif

#endif
