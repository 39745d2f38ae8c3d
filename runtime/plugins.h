/*
 * plugins.h — what the loader tells dl.c of the plugins that it linked with the program
 * (src/program/front_end/plugins.c, which makes these tables; the two must agree). All lists end
 * with a null pointer.
 */
#ifndef HEDDLE_RUNTIME_PLUGINS_H
#define HEDDLE_RUNTIME_PLUGINS_H

struct __heddle_plugin;

/* A function or variable that a plugin exports. */
struct __heddle_export {
    const char *name;
    void *address;
};

/* A symbol that a plugin uses and another one exports. */
struct __heddle_import {
    const char *name;
    struct __heddle_plugin *from;
};

struct __heddle_plugin {
    const char *file; /* the name that dlopen knows it by */
    const struct __heddle_export *exports;
    const struct __heddle_import *imports;
    void (*const *constructors)(void); /* in the order they run */
    void (*const *destructors)(void);
    /* What follows belongs to dl.c, and begins as zero. */
    struct __heddle_plugin *before; /* loaded before this one */
    struct __heddle_plugin *behind; /* made global after this one */
    int opened;                     /* times that it was opened and not closed */
    int loaded, global;
};

extern struct __heddle_plugin *const __heddle_plugins[] __attribute__((__weak__));

#endif
