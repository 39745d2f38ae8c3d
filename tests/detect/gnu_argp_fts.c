/* expect: safe */
/* exit: 0 */
/* Arguments by argp.h, a tree of files by fts.h, and texts on an obstack. */
#define _GNU_SOURCE
#include <argp.h>
#include <assert.h>
#include <fcntl.h>
#include <fts.h>
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

const char *argp_program_version = "gnu_argp_fts 1";
static int level, count;
static const char *output, *first;
static error_t option(int key, char *arg, struct argp_state *state) {
    switch (key) {
    case 'v': level++; return 0;
    case 'o': output = arg; return 0;
    case ARGP_KEY_ARG:
        if (!count++) first = arg;
        return 0;
    case ARGP_KEY_END:
        if (!count) argp_error(state, "no argument");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}
static void arguments(void) {
    static const struct argp_option options[] = {
        {"verbose", 'v', 0, 0, "Say more", 0}, {"output", 'o', "FILE", 0, "Write to FILE", 0}, {0}};
    static const struct argp argp = {options, option, "ARG...", "A test.", 0, 0, 0};
    char *argv[] = {"program", "-v", "one", "--output=there", "-v", "two", "--", "-v", 0};
    assert(argp_parse(&argp, 8, argv, 0, 0, 0) == 0);
    assert(level == 2 && count == 3 && !strcmp(output, "there") && !strcmp(first, "one"));
    char *wrong[] = {"program", "--nothing", 0};
    assert(argp_parse(&argp, 2, wrong, ARGP_NO_EXIT | ARGP_NO_ERRS, 0, 0) != 0);
}

static void make_file(const char *path, int size) {
    int fd = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    assert(fd >= 0 && write(fd, "0123456789", (size_t)size) == size && close(fd) == 0);
}
static int by_name(const FTSENT **a, const FTSENT **b) { return strcmp((*a)->fts_name, (*b)->fts_name); }
static void files(void) {
    char *roots[] = {"tree", 0}, seen[200] = "";
    assert(mkdir("tree", 0700) == 0 && mkdir("tree/b", 0700) == 0);
    make_file("tree/a", 3), make_file("tree/c", 5), make_file("tree/b/x", 7);
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    long bytes = 0;
    for (FTSENT *e; (e = fts_read(walk));) {
        char line[60];
        snprintf(line, sizeof line, "%s:%d ", e->fts_path, e->fts_info);
        strcat(seen, line);
        if (e->fts_info == FTS_F) bytes += (long)e->fts_statp->st_size;
    }
    assert(fts_close(walk) == 0 && bytes == 15);
    char wanted[200];
    snprintf(wanted, sizeof wanted, "tree:%d tree/a:%d tree/b:%d tree/b/x:%d tree/b:%d tree/c:%d tree:%d ",
             FTS_D, FTS_F, FTS_D, FTS_F, FTS_DP, FTS_F, FTS_DP);
    assert(!strcmp(seen, wanted));
    unlink("tree/b/x"), unlink("tree/a"), unlink("tree/c"), rmdir("tree/b"), rmdir("tree");
}

static void objects(void) {
    struct obstack h;
    obstack_init(&h);
    char *a = obstack_copy0(&h, "first", 5), *many = 0;
    for (int k = 0; k < 3000; k++) obstack_int_grow(&h, k);
    assert(obstack_object_size(&h) == 3000 * sizeof(int));
    int *numbers = obstack_finish(&h);
    assert(numbers[0] == 0 && numbers[2999] == 2999 && !strcmp(a, "first"));
    for (int k = 0; k < 20; k++) obstack_printf(&h, "%d,", k);
    obstack_1grow(&h, 0);
    many = obstack_finish(&h);
    assert(strlen(many) == 50 && !strncmp(many, "0,1,2,", 6) && (size_t)many % 16 == 0);
    void **p = obstack_alloc(&h, sizeof *p);
    *p = a;
    obstack_ptr_grow(&h, *p);
    obstack_blank(&h, 8);
    assert(*(char **)obstack_base(&h) == a && obstack_object_size(&h) == 16);
    obstack_free(&h, numbers);
    char *b = obstack_copy(&h, "x", 2);
    assert(!strcmp(b, "x") && !strcmp(a, "first"));
    obstack_free(&h, 0);
}

int main(void) {
    arguments();
    files();
    objects();
    return 0;
}
