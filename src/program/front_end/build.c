/*
 * build.c — builds a program from files as a whole, in this process or in a child process.
 */
#include "program/front_end/loader.h"
#include "program/load/file_reads.h"
#include "program/load/front_end.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Target.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The part of a load that happens in a child process under an alarm: none, all of it, or only the
 * reading of files. In the last case the alarm ends with the reading. */
typedef enum Apart { APART_NOT, APART, APART_READING } Apart;

static int compare_globals(const void *a, const void *b) {
    const Global *x = a, *y = b;
    if (x->thread_local_ != y->thread_local_) return x->thread_local_ ? 1 : -1;
    return x->address < y->address ? -1 : x->address > y->address;
}

/* Hashes the code and everything else that decides what a call does: its memory, object by object,
 * and its registers. */
static uint64_t function_hash(const Function *f, uint64_t h) {
    h = hash_combine(h, hash_string(f->name));
    h = hash_bytes(f->code, f->code_len * sizeof(Insn), h);
    h = hash_combine(h, (uint64_t)f->frame_bytes << 32 | f->frame_align);
    h = hash_combine(h, (uint64_t)f->nparams << 32 | (uint64_t)f->nresults << 8 |
                            (uint64_t)f->vararg << 1 | f->atomic);
    return hash_bytes(f->objects, f->nobjects * sizeof *f->objects, h);
}

/* Hashes the texts but for names of local variables: these may change with nothing else. */
static uint64_t texts_hash(const Program *p, uint64_t h) {
    bool *names = xcalloc(p->nmessages + 1, sizeof *names);
    for (uint32_t k = 0; k < p->nfunctions; k++)
        for (uint32_t j = 0; j < p->functions[k].nobjects; j++)
            names[p->functions[k].objects[j].name] = true; /* its number + 1 */
    for (uint32_t k = 0; k < p->nmessages; k++)
        if (!names[k + 1]) h = hash_combine(h, hash_string(p->messages[k]));
    free(names);
    return h;
}

/* Depends on nothing that other versions have in other places. */
static uint64_t program_hash(const Program *p) {
    uint64_t h = p->readonly_size;
    for (uint32_t k = 0; k < p->nglobals; k++) {
        const Global *g = &p->globals[k];
        const uint8_t *bytes =
            g->thread_local_ ? p->tls_image + g->address : p->image + (g->address - GLOBALS_BASE);
        h = hash_combine(hash_combine(h, g->address), g->size);
        h = hash_bytes(bytes, g->size, h);
    }
    for (uint32_t k = 0; k < p->nswitches; k++) {
        const SwitchTable *s = &p->switches[k];
        h = hash_combine(h, (uint64_t)s->len << 32 | s->otherwise);
        h = hash_bytes(s->value, s->len * sizeof *s->value, h);
        h = hash_bytes(s->target, s->len * sizeof *s->target, h);
    }
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        if (*f->name) h = function_hash(f, h);
    }
    h = texts_hash(p, h);
    h = hash_bytes(p->constructors, p->nconstructors * sizeof *p->constructors, h);
    return hash_bytes(p->destructors, p->ndestructors * sizeof *p->destructors, h);
}

/* Marks undefined functions that the program's own code uses as no functions of a library. */
static void mark_missing(Loader *l) {
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f)) {
        Function *out = &l->program->functions[ptrmap_get(&l->function_index, f) - 1];
        if (needs_definition(f) && !out->builtin && strncmp(out->name, "llvm.", 5) != 0 &&
            strncmp(out->name, "__heddle_", 9) != 0 && used_by_own(l, f))
            out->library = false;
    }
}

/* Whether the program's own code may come to a function or variable: by calls, or by addresses that
 * other code or data has. `seen`: the values that were asked for. */
static bool own_code_comes_to(const Loader *l, LLVMValueRef v, PtrMap *seen) {
    if (ptrmap_get(seen, v)) return false;
    ptrmap_put(seen, v, 1);
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user))
            user = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
        if (ptrmap_get(&l->own, user) || own_code_comes_to(l, user, seen)) return true;
    }
    return false;
}

/* Whether a thread may try a mutex, or lock it for some time only: the runtime has one operation
 * for both. */
static bool may_try_locks(const Loader *l) {
    PtrMap seen = {0};
    LLVMValueRef f = LLVMGetNamedFunction(l->module, "__heddle_mutex_trylock");
    bool may = f && (finds_by_name(l) || own_code_comes_to(l, f, &seen));
    ptrmap_free(&seen);
    return may;
}

/* Whether an atomic access lacks an order that it could have. */
static bool is_weak(const Insn *i) {
    unsigned order = i->imm & 15, failure = i->imm >> 4 & 15;
    switch ((AtomicOp)(i->b & 255)) {
    case ATOMIC_FENCE: return false;
    case ATOMIC_LOAD: return !order_acquires(order);
    case ATOMIC_STORE: return !order_releases(order);
    case ATOMIC_CMPXCHG:
        if (!order_acquires(failure)) return true; /* fallthrough */
    default: return !order_acquires(order) || !order_releases(order);
    }
}

static bool has_hidden_jumps(const Function *f) {
    for (uint32_t k = 0; k < f->code_len; k++) {
        const Insn *i = &f->code[k];
        if ((i->op == OP_BUILTIN && (i->b == BUILTIN_setjmp || i->b == BUILTIN_getcontext)) ||
            (i->op == OP_MISC && i->b == MISC_INDIRECTBR))
            return true;
        if (op_flags[insn_op(i)] & F_LIST) k += insn_slot_count(i);
    }
    return false;
}

/* Loads a program completely. In a child process, LLVM's memory is left to the end of the
 * process. */
static Program *load(const ProgramOptions *options, LoadRecord *record, Apart apart, char **error) {
    Program *p = xcalloc(1, sizeof *p);
    p->arena = arena_new();
    Loader l = {.program = p,
                .options = options,
                .record = record,
                .folder = get_current_dir_name(),
                .alarmed = apart == APART_READING};
    if (!l.folder) l.folder = xstrdup("");
    l.context = LLVMContextCreate();
    frontend_build(&l);
    if (!l.error) {
        /* After this, variables appear in calls of `llvm.dbg.value` and `llvm.dbg.declare`, which
         * are functions with a place. */
        if (options->debug_information && LLVMIsNewDbgInfoFormat(l.module))
            LLVMSetIsNewDbgInfoFormat(l.module, false);
        l.layout = LLVMGetModuleDataLayout(l.module);
        layout_program(&l);
    }
    if (!l.error) decode_functions(&l);
    if (!l.error) mark_missing(&l);
    if (!l.error) p->tries_locks = may_try_locks(&l);
    p->counts_wakes = l.counts_wakes;
    if (!l.error) {
        LLVMValueRef start = LLVMGetNamedFunction(l.module, "__heddle_start");
        uint64_t index = start ? ptrmap_get(&l.function_index, start) : 0;
        if (!index || !p->functions[index - 1].code)
            loader_error(&l, "the runtime has no start-up code; the installation is damaged");
        else
            p->start = (uint32_t)index - 1;
    }
    p->entry_name = arena_strdup(p->arena, options->entry ? options->entry : "main");
    p->locs = l.locs.data;
    p->nlocs = (uint32_t)l.locs.len;
    p->switches = l.switches.data;
    p->nswitches = (uint32_t)l.switches.len;
    p->messages = l.messages.data;
    p->nmessages = (uint32_t)l.messages.len;
    p->debug = arena_strdup(p->arena, l.debug.len ? l.debug.data : "");
    vec_free(&l.debug);
    ptrmap_free(&l.debug_type);
    ptrmap_free(&l.debug_fragment);
    ptrmap_free(&l.function_index);
    ptrmap_free(&l.global_address);
    ptrmap_free(&l.global_tls);
    ptrmap_free(&l.loc_index);
    ptrmap_free(&l.members);
    ptrmap_free(&l.shapes);
    ptrmap_free(&l.own);
    hash_set_free(&l.streams);
    free(l.folder);
    if (l.module && !apart) LLVMDisposeModule(l.module);
    if (!apart) LLVMContextDispose(l.context);
    if (l.error) {
        *error = l.error;
        program_free(p);
        return NULL;
    }
    if (p->nglobals) qsort(p->globals, p->nglobals, sizeof(Global), compare_globals);
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        Function *f = &p->functions[k];
        f->first_insn = p->ninsns;
        p->ninsns += f->code_len;
        f->hidden_jumps = has_hidden_jumps(f);
        for (uint32_t i = 0; !f->library && i < f->code_len; i++) {
            unsigned op = insn_op(&f->code[i]);
            p->weak_atomics |= op == OP_ATOMIC && is_weak(&f->code[i]);
            if (op_flags[op] & F_LIST)
                i += insn_slot_count(&f->code[i]);
            else if ((op_flags[op] & F_BRANCH) && op != OP_JMP)
                p->nbranches++;
        }
    }
    find_dangers(p);
    p->hash = program_hash(p);
    return p;
}

/* --- in a child process --- */

static bool is_llvm(const char *file) { return has_suffix(file, ".bc") || has_suffix(file, ".ll"); }

/* Prepares a child process: it prints nothing, leaves nothing behind, and ends if LLVM fails or its
 * parent ends. */
static void be_apart(void) {
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (null >= 0) {
        dup2(null, 1);
        dup2(null, 2);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    static const int fatal[] = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGALRM};
    for (size_t k = 0; k < ARRAY_LEN(fatal); k++) signal(fatal[k], SIG_DFL);
    alarm(REHEARSAL_SECONDS);
}

/* Returns the exit status of a child, or -1 if it did not exit. */
static int wait_for(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Reads the bitcode in an executable, object or archive with LLVM, without linking it. */
static void read_only(const ProgramOptions *options, const char *file) {
    LoadRecord record = {0};
    Loader l = {.options = options, .record = &record};
    l.context = LLVMContextCreate();
    if (native_kind(file) == NATIVE_ELF)
        link_elf(&l, file);
    else
        link_archives(&l, &file, 1, "main");
}

/* Whether a child process can load all files, or (`native`) read that native file. */
static bool survives(const ProgramOptions *options, const char *native) {
    pid_t pid = fork();
    if (pid < 0) return true;
    if (pid == 0) {
        be_apart();
        LoadRecord record = {0};
        char *error = NULL;
        if (native)
            read_only(options, native);
        else
            load(options, &record, APART, &error);
        _exit(0);
    }
    return wait_for(pid) == 0;
}

/* The program's files and then those of its plugins: their number, and one of them. */
static size_t all_files(const ProgramOptions *o) { return o->nfiles + o->nplugins; }
static const char *one_of_all(const ProgramOptions *o, size_t k) {
    return k < o->nfiles ? o->files[k] : plugin_path(o->plugins[k - o->nfiles]);
}

/* Returns the file on which LLVM fails, or NULL. Each native file is read separately; if there is
 * bitcode, all files are loaded once. */
static const char *broken_file(const ProgramOptions *options) {
    bool rehearsed = false;
    for (size_t k = 0; k < all_files(options); k++) {
        const char *file = one_of_all(options, k);
        bool llvm = is_llvm(file) && !rehearsed, native = native_kind(file) != NATIVE_NONE;
        if ((llvm || native) && !survives(options, native ? file : NULL)) return file;
        rehearsed |= llvm;
    }
    return NULL;
}

/* Exit statuses of a child that hands over its result. */
enum { MADE_PROGRAM = 0, MADE_ERROR = 1, MADE_NOTHING = 2 };

/* Loads the program and writes it into a file, or else the error and the messages. */
static int hand_over(const ProgramOptions *options, struct timespec started, Apart apart, int fd) {
    LoadRecord record = {.started = started};
    char *error = NULL;
    Program *p = load(options, &record, apart, &error);
    Bytes b = {0};
    if (p) {
        program_file_write(&b, p, &record);
    } else {
        bytes_add(&b, error, strlen(error) + 1);
        if (record.messages.len) bytes_add(&b, record.messages.data, record.messages.len);
        bytes_add(&b, "", 1);
    }
    if (!bytes_write(fd, b.data, b.len)) return MADE_NOTHING;
    return p ? MADE_PROGRAM : MADE_ERROR;
}

/* Returns all bytes of a file, or NULL if they cannot be read. */
static uint8_t *read_back(int fd, size_t *len) {
    struct stat st;
    if (fstat(fd, &st) != 0 || !st.st_size) return NULL;
    *len = (size_t)st.st_size;
    uint8_t *data = xmalloc(*len);
    if (bytes_read(fd, data, *len)) return data;
    free(data);
    return NULL;
}

/*
 * Loads in a child process, which hands over its result. LLVM's reader ends the whole process on
 * some damaged files, and on others it fails only later, in its passes. Then only the child is
 * lost, and the user gets a line. Returns NULL without an error if loading this way was not
 * possible.
 */
static Program *load_apart(const ProgramOptions *options, Apart apart, LoadRecord *record,
                           char **error) {
    int fd = memfd_create("program", MFD_CLOEXEC);
    pid_t pid = fd < 0 ? -1 : fork();
    if (pid == 0) {
        be_apart();
        _exit(hand_over(options, record->started, apart, fd));
    }
    int made = pid < 0 ? MADE_NOTHING : wait_for(pid);
    size_t len = 0;
    uint8_t *data = made == MADE_PROGRAM || made == MADE_ERROR ? read_back(fd, &len) : NULL;
    if (fd >= 0) close(fd);
    Program *p = data && made == MADE_PROGRAM ? program_file_read(data, 0, len, record) : NULL;
    if (p) return p;
    if (data && made == MADE_ERROR) {
        const char *text = (const char *)data;
        *error = xstrdup(text);
        str_add(&record->messages, text + strlen(text) + 1);
    }
    free(data);
    if (made >= 0) return NULL;
    const char *file = broken_file(options);
    for (size_t k = 0; k < all_files(options) && !file; k++) {
        const char *one = one_of_all(options, k);
        if (is_llvm(one) || native_kind(one) != NATIVE_NONE) file = one;
    }
    *error = xasprintf("%s: broken bitcode (LLVM fails on it)", file);
    return NULL;
}

/* Decides where to load. C is compiled by clang, and LLVM does not fail on the result. Bitcode from
 * elsewhere may be damaged. Files built by heddle cc are large, take long, and are seldom
 * damaged. */
static Apart where_to_load(const ProgramOptions *options) {
    Apart apart = APART_NOT;
    for (size_t k = 0; k < all_files(options); k++) {
        const char *file = one_of_all(options, k);
        if (is_llvm(file)) return APART;
        if (native_kind(file) != NATIVE_NONE) apart = APART_READING;
    }
    return apart;
}

static Program *build_anew(const ProgramOptions *options, LoadRecord *record, char **error) {
    Apart apart = where_to_load(options);
    /* The results of a rewriting are needed in this process. */
    if (apart && options->rewrite == REWRITE_SEQUENTIAL) {
        const char *file = broken_file(options);
        if (!file) return load(options, record, APART_NOT, error);
        *error = xasprintf("%s: broken bitcode (LLVM fails on it)", file);
        return NULL;
    }
    Program *p = apart ? load_apart(options, apart, record, error) : NULL;
    return p || *error ? p : load(options, record, APART_NOT, error);
}

/* --- the plug-in --- */

/* Notes the files that did the work: this plug-in and LLVM's library. */
static void note_libraries(LoadRecord *record) {
    const void *const places[] = {&heddle_front_end, (const void *)LLVMContextCreate};
    for (size_t k = 0; k < ARRAY_LEN(places); k++) {
        Dl_info info;
        if (dladdr(places[k], &info) && info.dli_fname && *info.dli_fname == '/')
            reads_add_identity(record, info.dli_fname);
        else
            record->reads_unknown = true;
    }
}

static Program *build(const ProgramOptions *options, LoadRecord *record, char **error) {
    Program *p = build_anew(options, record, error);
    if (p) note_libraries(record);
    return p;
}

static bool write_rewritten(const ProgramOptions *options, const char *path, bool text,
                            char **error) {
    LoadRecord record = {0};
    Program names = {.arena = arena_new()}; /* what is written down of the program */
    Loader l = {
        .program = &names, .options = options, .record = &record, .folder = get_current_dir_name()};
    if (!l.folder) l.folder = xstrdup("");
    l.context = LLVMContextCreate();
    frontend_own(&l);
    if (record.messages.len) fputs(record.messages.data, stderr);
    load_record_clear(&record);
    char *message = NULL;
    if (!l.error && LLVMVerifyModule(l.module, LLVMReturnStatusAction, &message))
        loader_error(&l, "internal error: what was made of the program is no valid code (%.*s)",
                     (int)strcspn(message, "\n"), message);
    LLVMDisposeMessage(message);
    if (!l.error) loader_write_module(&l, path, text);
    ptrmap_free(&l.own);
    free(l.folder);
    if (l.module) LLVMDisposeModule(l.module);
    LLVMContextDispose(l.context);
    arena_free(names.arena);
    *error = l.error;
    return !l.error;
}

const FrontEnd heddle_front_end = {build, write_rewritten, join_library, &base_invariants};
