/*
 * host.c — reads of the real file system for the emulated kernel: a view of the folder given with
 * --files. Changes by the program are kept in its own state. Each file is read once, so that all
 * executions of a campaign see the same. Files that are kept (kept_files.h) take its place.
 */
#include "vm/interpreter/execution.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct HostFile {
    char *path;
    int error; /* 0 or errno */
    const KeptFile *kept;
    bool read; /* the contents, or names of entries, were read */
    struct stat status;
    uint8_t *data;
    size_t size;
    VEC(char *) names;
};

void host_free(Machine *m) {
    for (size_t k = 0; k < m->host_files.len; k++) {
        HostFile *f = m->host_files.data[k];
        for (size_t n = 0; n < f->names.len; n++) free(f->names.data[n]);
        vec_free(&f->names);
        free(f->data);
        free(f->path);
        free(f);
    }
    vec_free(&m->host_files);
}

/* How often a path is looked up while others of the machine rename files. */
enum { LOOKED_UP = 10000 };

/* Opens the file that the program calls `path`; symbolic links do not lead out of the folder.
 * Returns -1 with errno set on failure. */
static int open_inside(const Machine *m, const char *path, int flags) {
    if (!m->system->files_path) {
        errno = ENOENT;
        return -1;
    }
    int root = open(m->system->files_path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root < 0) return -1;
    struct open_how how = {.flags = (uint64_t)(flags | O_CLOEXEC), .resolve = RESOLVE_IN_ROOT};
    const char *within = *path != '/' ? path : path[1] ? path + 1 : ".";
    int fd = -1, e = 0;
    /* Where anybody on the machine renames or mounts meanwhile, the kernel cannot tell whether ".."
     * led out of the folder, and says EAGAIN: nothing that the program should see. */
    for (int n = 0; n < LOOKED_UP; n++) {
        fd = (int)syscall(SYS_openat2, root, within, &how, sizeof how);
        e = errno;
        if (fd >= 0 || e != EAGAIN) break;
    }
    close(root);
    errno = e;
    return fd;
}

/* Takes the status of a file from those that are kept. */
static void look_at_kept(const Machine *m, HostFile *f) {
    const KeptFile *k = f->kept = kept_files_look(m->system->kept, f->path, &f->error);
    if (!k) return;
    f->status.st_mode = k->mode;
    f->status.st_size = (off_t)k->size;
    f->status.st_ino = k->inode;
    f->status.st_mtim.tv_sec = (time_t)k->seconds;
    f->status.st_mtim.tv_nsec = (long)k->nanoseconds;
}

static HostFile *host_file(Machine *m, const char *path) {
    for (size_t k = 0; k < m->host_files.len; k++)
        if (!strcmp(m->host_files.data[k]->path, path)) return m->host_files.data[k];
    HostFile *f = xcalloc(1, sizeof *f);
    f->path = xstrdup(path);
    vec_push(&m->host_files, f);
    if (m->system->kept) {
        look_at_kept(m, f);
        return f;
    }
    int fd = open_inside(m, path, O_PATH);
    if (fd < 0 || fstat(fd, &f->status) != 0) f->error = errno;
    if (fd >= 0) close(fd);
    return f;
}

static int compare_entry_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_entry_name(void *file, const char *name) {
    HostFile *f = file;
    vec_push(&f->names, xstrdup(name));
}

static void sort_entry_names(HostFile *f) {
    if (f->names.len)
        qsort(f->names.data, f->names.len, sizeof *f->names.data, compare_entry_names);
}

static void read_kept(const Machine *m, HostFile *f) {
    if (S_ISDIR(f->kept->mode)) {
        kept_files_names(m->system->kept, f->kept, add_entry_name, f);
        sort_entry_names(f);
        return;
    }
    f->size = f->kept->length;
    f->data = memcpy(xmalloc(f->size + 1), f->kept->data, f->size);
}

static void read_all(Machine *m, HostFile *f) {
    if (f->read || f->error) return;
    f->read = true;
    if (f->kept) {
        read_kept(m, f);
        return;
    }
    bool folder = S_ISDIR(f->status.st_mode);
    int fd = open_inside(m, f->path, folder ? O_RDONLY | O_DIRECTORY : O_RDONLY | O_NONBLOCK);
    if (fd < 0) {
        f->error = errno;
        return;
    }
    if (folder) {
        DIR *d = fdopendir(fd);
        for (struct dirent *e; d && (e = readdir(d));)
            if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) add_entry_name(f, e->d_name);
        if (d) closedir(d);
        sort_entry_names(f);
        return;
    }
    f->size = S_ISREG(f->status.st_mode) ? (size_t)f->status.st_size : 0;
    f->data = xmalloc(f->size + 1);
    size_t have = 0;
    for (ssize_t n; have < f->size && (n = read(fd, f->data + have, f->size - have)) > 0;)
        have += (size_t)n;
    f->size = have;
    close(fd);
}

int64_t host_stat(Machine *m, const char *path, uint64_t out[7]) {
    const SymbolicData *d = system_symbolic(m->system, SYMBOLIC_FILE, 0, path);
    HostFile *f = host_file(m, path);
    memset(out, 0, 7 * sizeof *out);
    if (d) {
        out[1] = MAX(f->error || d->made ? 0 : (uint64_t)f->status.st_size,
                     (uint64_t)d->offset + d->size);
        out[0] = S_IFREG | 0644;
        out[2] = 1000000 + (uint64_t)(d - m->system->symbolic.data);
        out[4] = d->offset;
        out[5] = d->size;
        out[6] = d->made;
        return 0;
    }
    if (f->error) return -f->error;
    out[0] = f->status.st_mode;
    out[1] = (uint64_t)f->status.st_size;
    out[2] = f->status.st_ino;
    out[3] = (uint64_t)f->status.st_mtim.tv_sec * 1000000000u + (uint64_t)f->status.st_mtim.tv_nsec;
    return 0;
}

int64_t host_read(Machine *m, const char *path, uint64_t offset, const uint8_t **data,
                  uint64_t size) {
    const SymbolicData *d = system_symbolic(m->system, SYMBOLIC_FILE, 0, path);
    HostFile *f = host_file(m, path);
    if (d && d->made) return 0; /* all of it is an input */
    read_all(m, f);
    if (f->error) return -f->error;
    if (offset >= f->size) return 0;
    *data = f->data + offset;
    return (int64_t)MIN(size, f->size - offset);
}

/* Returns the name of a file that is in no folder, or NULL: all of them are in the root. */
static const char *made_entry(const Machine *m, const HostFile *root, uint64_t number) {
    for (size_t k = 0; k < m->system->symbolic.len; k++) {
        const SymbolicData *d = &m->system->symbolic.data[k];
        bool there = !d->made;
        for (size_t n = 0; n < root->names.len && !there; n++)
            there = !strcmp(root->names.data[n], d->name + 1);
        if (!there && !number--) return d->name + 1;
    }
    return NULL;
}

const char *host_entry(Machine *m, const char *path, uint64_t number) {
    HostFile *f = host_file(m, path);
    read_all(m, f);
    if (!f->error && number < f->names.len) return f->names.data[number];
    return strcmp(path, "/") ? NULL : made_entry(m, f, number - (f->error ? 0 : f->names.len));
}
