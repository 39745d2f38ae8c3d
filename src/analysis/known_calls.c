/* known_calls.c — the table of known_calls.h. */
#include "analysis/known_calls.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define NO_MEMORY .memory = {{.argument = -1}, {.argument = -1}, {.argument = -1}}
#define HARMLESS(n) {.name = n, .effect = CALL_HARMLESS, NO_MEMORY}
#define NOTHING(n) {.name = n, .effect = CALL_NOTHING, NO_MEMORY}
#define COPY(n) {.name = n, .effect = CALL_COPY, NO_MEMORY}
#define FILL(n) {.name = n, .effect = CALL_FILL, NO_MEMORY}
#define WAITS(n) {.name = n, .effect = CALL_WAITS, NO_MEMORY}
#define FAILS(n) {.name = n, .effect = CALL_FAILS, NO_MEMORY}
#define ENDS(n) {.name = n, .effect = CALL_ENDS, NO_MEMORY}
#define INPUT(n) {.name = n, .effect = CALL_INPUT, NO_MEMORY}
/* Prints by the format in this argument. */
#define PRINTS(n, format) {.name = n, .effect = CALL_PRINTS, .arguments = format, NO_MEMORY}
/* The runtime's function of the same name, with this number of arguments, with or without the
 * place. */
#define OWN(n, count) \
    {.name = n, .effect = CALL_REPLACED, .other = "heddle_seq_" n, .arguments = count, NO_MEMORY}
/* The same with the place, and with a member that says more of it. */
#define PLACED(n, o, count, ...) \
    {.name = n,                  \
     .effect = CALL_REPLACED,    \
     .other = "heddle_seq_" o,   \
     .arguments = count,         \
     NO_MEMORY,                  \
     .placed = true,             \
     __VA_ARGS__}
#define OWN_PLACED(n, count) AS_PLACED(n, n, count)
#define AS(n, o, count) \
    {.name = n, .effect = CALL_REPLACED, .other = "heddle_seq_" o, .arguments = count, NO_MEMORY}
#define AS_PLACED(n, o, count) PLACED(n, o, count, .tries = false)
#define TRY(n, o, count) PLACED(n, o, count, .tries = true)
#define FREE(n, count) PLACED(n, n, count, .frees = true)
#define INIT(n)                                \
    {.name = n,                                \
     .effect = CALL_REPLACED_INIT,             \
     .other = "heddle_seq_pthread_mutex_init", \
     .arguments = 1,                           \
     NO_MEMORY}
#define MEMORY(n, ...)                                              \
    {                                                               \
        .name = n, .effect = CALL_MEMORY, .memory = { __VA_ARGS__ } \
    }
#define NONE {.argument = -1}
#define READ(a, s) {.argument = a, .size = s, .string = -1}
#define STRING(a) {.argument = a, .size = -1, .string = 0}
#define STRING_UP_TO(a, s) {.argument = a, .size = s, .string = 0}
#define WRITE(a, s) {.argument = a, .size = s, .string = -1, .writes = true}
#define WRITE_LIKE(a, from) {.argument = a, .size = -1, .string = from, .writes = true}

/* Names with a final * come last. */
static const KnownCall calls[] = {
    /* Threads and locks. */
    OWN_PLACED("pthread_create", 4),
    OWN_PLACED("pthread_join", 2),
    OWN("pthread_detach", 1),
    OWN("pthread_self", 0),
    OWN("pthread_equal", 2),
    OWN("pthread_exit", 1),
    OWN("pthread_mutex_init", 2),
    OWN_PLACED("pthread_mutex_lock", 1),
    TRY("pthread_mutex_trylock", "pthread_mutex_trylock", 1),
    TRY("pthread_mutex_timedlock", "pthread_mutex_timedlock", 2),
    TRY("pthread_mutex_clocklock", "pthread_mutex_clocklock", 3),
    OWN_PLACED("pthread_mutex_unlock", 1),
    NOTHING("pthread_mutex_destroy"),
    INIT("pthread_spin_init"),
    NOTHING("pthread_spin_destroy"),
    AS_PLACED("pthread_spin_lock", "pthread_mutex_lock", 1),
    TRY("pthread_spin_trylock", "pthread_mutex_trylock", 1),
    AS_PLACED("pthread_spin_unlock", "pthread_mutex_unlock", 1),
    OWN("pthread_rwlock_init", 2),
    NOTHING("pthread_rwlock_destroy"),
    AS_PLACED("pthread_rwlock_wrlock", "pthread_mutex_lock", 1),
    TRY("pthread_rwlock_trywrlock", "pthread_mutex_trylock", 1),
    TRY("pthread_rwlock_timedwrlock", "pthread_mutex_timedlock", 2),
    TRY("pthread_rwlock_clockwrlock", "pthread_mutex_clocklock", 3),
    OWN_PLACED("pthread_rwlock_rdlock", 1),
    TRY("pthread_rwlock_tryrdlock", "pthread_rwlock_tryrdlock", 1),
    TRY("pthread_rwlock_timedrdlock", "pthread_rwlock_timedrdlock", 2),
    TRY("pthread_rwlock_clockrdlock", "pthread_rwlock_clockrdlock", 3),
    AS_PLACED("pthread_rwlock_unlock", "pthread_mutex_unlock", 1),
    OWN_PLACED("pthread_once", 2),
    OWN_PLACED("pthread_key_create", 2),
    OWN("pthread_getspecific", 1),
    OWN("pthread_setspecific", 2),
    NOTHING("pthread_key_delete"),
    NOTHING("pthread_cond_init"),
    NOTHING("pthread_cond_destroy"),
    NOTHING("pthread_cond_signal"),
    NOTHING("pthread_cond_broadcast"),
    OWN_PLACED("sem_init", 3),
    OWN_PLACED("sem_post", 1),
    OWN_PLACED("sem_wait", 1),
    OWN_PLACED("sem_trywait", 1),
    OWN_PLACED("sem_timedwait", 2),
    OWN_PLACED("sem_clockwait", 3),
    OWN_PLACED("sem_getvalue", 2),
    NOTHING("sem_destroy"),
    NOTHING("pthread_barrier_init"),
    NOTHING("pthread_barrier_destroy"),
    OWN_PLACED("pthread_cond_wait", 2),
    AS_PLACED("__heddle_looking_pthread_cond_wait", "looking_cond_wait", 2),
    OWN_PLACED("pthread_cond_timedwait", 2),
    AS_PLACED("__heddle_looking_pthread_cond_timedwait", "looking_cond_timedwait", 2),
    AS_PLACED("pthread_cond_clockwait", "pthread_cond_timedwait", 2),
    AS_PLACED("__heddle_looking_pthread_cond_clockwait", "looking_cond_timedwait", 2),
    WAITS("pthread_barrier_wait"),
    WAITS("thrd_join"),
    WAITS("cnd_wait"),
    WAITS("mtx_lock"),
    WAITS("thrd_create"),
    /* The heap. */
    OWN("malloc", 1),
    OWN("calloc", 2),
    FREE("realloc", 2),
    OWN("aligned_alloc", 2),
    OWN_PLACED("posix_memalign", 3),
    OWN_PLACED("strdup", 1),
    FREE("free", 1),
    AS("memalign", "aligned_alloc", 2),
    /* Memory and strings. */
    COPY("memcpy"),
    COPY("memmove"),
    FILL("memset"),
    MEMORY("memcmp", READ(0, 2), READ(1, 2), NONE),
    MEMORY("memchr", READ(0, 2), NONE, NONE),
    MEMORY("strlen", STRING(0), NONE, NONE),
    MEMORY("strnlen", STRING_UP_TO(0, 1), NONE, NONE),
    MEMORY("strcmp", STRING(0), STRING(1), NONE),
    MEMORY("strcasecmp", STRING(0), STRING(1), NONE),
    MEMORY("strncmp", STRING_UP_TO(0, 2), STRING_UP_TO(1, 2), NONE),
    MEMORY("strncasecmp", STRING_UP_TO(0, 2), STRING_UP_TO(1, 2), NONE),
    MEMORY("strchr", STRING(0), NONE, NONE),
    MEMORY("strrchr", STRING(0), NONE, NONE),
    MEMORY("strstr", STRING(0), STRING(1), NONE),
    MEMORY("strspn", STRING(0), STRING(1), NONE),
    MEMORY("strcspn", STRING(0), STRING(1), NONE),
    MEMORY("strpbrk", STRING(0), STRING(1), NONE),
    MEMORY("strcpy", STRING(1), WRITE_LIKE(0, 1), NONE),
    MEMORY("stpcpy", STRING(1), WRITE_LIKE(0, 1), NONE),
    MEMORY("strncpy", STRING_UP_TO(1, 2), WRITE(0, 2), NONE),
    MEMORY("atoi", STRING(0), NONE, NONE),
    MEMORY("atol", STRING(0), NONE, NONE),
    MEMORY("puts", STRING(0), NONE, NONE),
    /* Inputs and assumptions on them. */
    {.name = "heddle_symbolic", .effect = CALL_INPUT, .memory = {WRITE(0, 1), NONE, NONE}},
    {.name = "klee_make_symbolic", .effect = CALL_INPUT, .memory = {WRITE(0, 1), NONE, NONE}},
    AS("heddle_assume", "assume", 1),
    AS("klee_assume", "assume", 1),
    AS("__VERIFIER_assume", "assume", 1),
    AS("heddle_atomic_begin", "section_begin", 0),
    AS("heddle_atomic_end", "atomic_end", 0),
    AS("__VERIFIER_atomic_begin", "section_begin", 0),
    AS("__VERIFIER_atomic_end", "atomic_end", 0),
    HARMLESS("heddle_yield"),
    FAILS("heddle_assert_failed"),
    FAILS("__assert_fail"),
    FAILS("__assert"),
    FAILS("abort"),
    FAILS("reach_error"),
    FAILS("__VERIFIER_error"),
    FAILS("klee_report_error"),
    ENDS("exit"),
    ENDS("_exit"),
    ENDS("_Exit"),
    ENDS("quick_exit"),
    ENDS("klee_silent_exit"),
    HARMLESS("heddle_print_value"),
    HARMLESS("heddle_print_range"),
    INPUT("klee_int"),
    INPUT("klee_range"),
    INPUT("__VERIFIER_nondet_*"),
    INPUT("heddle_*"),
    /* The rest. */
    AS("__errno_location", "errno", 0),
    HARMLESS("sched_yield"),
    HARMLESS("usleep"),
    HARMLESS("sleep"),
    HARMLESS("nanosleep"),
    PRINTS("printf", 0),
    PRINTS("fprintf", 1),
    PRINTS("vprintf", 0),
    PRINTS("vfprintf", 1),
    HARMLESS("putchar"),
    HARMLESS("putc"),
    HARMLESS("fputc"),
    MEMORY("fputs", STRING(0), NONE, NONE),
    HARMLESS("perror"),
    HARMLESS("fflush"),
    HARMLESS("setvbuf"),
    HARMLESS("setbuf"),
    HARMLESS("abs"),
    HARMLESS("labs"),
    HARMLESS("isalnum"),
    HARMLESS("isalpha"),
    HARMLESS("isdigit"),
    HARMLESS("isspace"),
    HARMLESS("isupper"),
    HARMLESS("islower"),
    HARMLESS("isxdigit"),
    HARMLESS("isprint"),
    HARMLESS("ispunct"),
    HARMLESS("toupper"),
    HARMLESS("tolower"),
    HARMLESS("sqrt"),
    HARMLESS("sin"),
    HARMLESS("cos"),
    HARMLESS("tan"),
    HARMLESS("pow"),
    HARMLESS("exp"),
    HARMLESS("log"),
    HARMLESS("fabs"),
    HARMLESS("floor"),
    HARMLESS("ceil"),
    HARMLESS("fmod"),
    HARMLESS("atan2"),
    HARMLESS("getenv"),
    OWN_PLACED("time", 1),
    HARMLESS("clock"),
    HARMLESS("sysconf"),
    HARMLESS("getpid"),
    HARMLESS("pthread_attr_*"),
    HARMLESS("pthread_mutexattr_*"),
    HARMLESS("pthread_condattr_*"),
    HARMLESS("pthread_rwlockattr_*"),
    HARMLESS("pthread_barrierattr_*"),
    HARMLESS("pthread_setname_np"),
    HARMLESS("__ctype_*"),
    HARMLESS("__heddle_save_mask"),
};

static bool matches(const char *pattern, const char *name) {
    size_t n = strlen(pattern);
    return pattern[n - 1] == '*' ? !strncmp(pattern, name, n - 1) : !strcmp(pattern, name);
}

const KnownCall *known_call(const char *name) {
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
        if (matches(calls[k].name, name)) return &calls[k];
    return NULL;
}
