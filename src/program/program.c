/* program.c — loading as a whole, look-ups and the text of code. See program.h. */
#include "program/loader.h"
#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Target.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

const uint8_t op_flags[OP_COUNT] = {
#define OP(name, flags) [OP_##name] = flags,
    OPCODES(OP) PREDICATES(CMP_OP) PREDICATES(CBR_OP)
#undef OP
};

const char *const op_names[OP_COUNT] = {
#define OP(name, flags) [OP_##name] = #name,
    OPCODES(OP) PREDICATES(CMP_OP) PREDICATES(CBR_OP)
#undef OP
};

const uint16_t fused_first[FUSED_END - OP_COUNT] = {
#define FUSED(name, first, second) OP_##first,
    FUSED_ALL
#undef FUSED
};

static const struct {
    uint16_t first, second, fused;
} fusions[] = {
#define FUSED(name, first, second) {OP_##first, OP_##second, FUSED_##name},
    FUSED_ALL
#undef FUSED
};

void fuse_instructions(Insn *code, uint32_t len) {
    for (uint32_t k = 0; k + 1 < len;) {
        Insn *a = &code[k], *b = &code[k + 1];
        if (op_flags[a->op] & F_LIST) {
            k += 1 + insn_slot_count(a);
            continue;
        }
        uint8_t reads = op_flags[b->op];
        bool forwards = ((reads & F_A) && b->a == a->d) || ((reads & F_B) && b->b == a->d) ||
                        a->op == OP_MOV || b->op == OP_MOV || b->op == OP_JMP;
        /* Branches compare the first operand; indexed loads take the base or the index. */
        if (b->op >= OP_BEQ) forwards = b->a == a->d;
        /* LOAD64, LOAD8, branch: see FUSE_SCAN. Its table entry names the first and the last. */
        const Insn *c = k + 2 < len ? b + 1 : NULL;
        if (c && a->op == OP_LOAD64 && b->op == OP_LOAD8 && b->a == a->d && c->op >= OP_BEQ &&
            c->op < OP_COUNT && (c->op - OP_BEQ) % 2 == 1 && c->a == b->d) {
            for (size_t n = 0; n < ARRAY_LEN(fusions) && a->op < OP_COUNT; n++)
                if (fusions[n].first == OP_LOAD64 && fusions[n].second == c->op &&
                    fusions[n].fused <= FUSED_SCAN_LAST)
                    a->op = fusions[n].fused;
            k += 3;
            continue;
        }
        if (b->op == OP_STORE64 || b->op == OP_STORE32) forwards = b->b == a->d && b->a != a->d;
        if (b->op == OP_LOAD8 || b->op == OP_LOAD32 || b->op == OP_LOAD64) forwards = b->a == a->d;
        if (!(reads & F_LIST) && forwards)
            for (size_t n = 0; n < ARRAY_LEN(fusions); n++)
                if (fusions[n].fused > FUSED_SCAN_LAST && fusions[n].first == a->op &&
                    fusions[n].second == b->op) {
                    a->op = fusions[n].fused;
                    break;
                }
        k += a->op >= OP_COUNT ? 2 : 1;
    }
}

const char *const builtin_names[] = {"",
#define B(n) #n,
                                     BUILTINS(B)
#undef B
                                         NULL};

static int compare_globals(const void *a, const void *b) {
    const Global *x = a, *y = b;
    if (x->thread_local_ != y->thread_local_) return x->thread_local_ ? 1 : -1;
    return x->address < y->address ? -1 : x->address > y->address;
}

/* Code, and what else decides what a call does: its memory, object by object, and its registers. */
static uint64_t function_hash(const Function *f, uint64_t h) {
    h = hash_combine(h, hash_string(f->name));
    h = hash_bytes(f->code, f->code_len * sizeof(Insn), h);
    h = hash_combine(h, (uint64_t)f->frame_bytes << 32 | f->frame_align);
    h = hash_combine(h, (uint64_t)f->nparams << 32 | (uint64_t)f->nresults << 8 | (uint64_t)f->vararg << 1 |
                            f->atomic);
    return hash_bytes(f->objects, f->nobjects * sizeof *f->objects, h);
}

/* The same wherever else other versions have something. */
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
    for (uint32_t k = 0; k < p->nmessages; k++) h = hash_combine(h, hash_string(p->messages[k]));
    h = hash_bytes(p->constructors, p->nconstructors * sizeof *p->constructors, h);
    return hash_bytes(p->destructors, p->ndestructors * sizeof *p->destructors, h);
}

/* A function without code that is no library's is one that the program's own code uses and nobody defines. */
static void mark_missing(Loader *l) {
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f)) {
        Function *out = &l->program->functions[ptrmap_get(&l->function_index, f) - 1];
        if (needs_definition(f) && !out->builtin && strncmp(out->name, "llvm.", 5) != 0 &&
            strncmp(out->name, "__heddle_", 9) != 0 && used_by_own(l, f))
            out->library = false;
    }
}

static Program *load(const ProgramOptions *options, char **error) {
    Program *p = xcalloc(1, sizeof *p);
    p->arena = arena_new();
    Loader l = {.program = p, .options = options, .folder = get_current_dir_name()};
    if (!l.folder) l.folder = xstrdup("");
    l.context = LLVMContextCreate();
    frontend_build(&l);
    if (!l.error) {
        l.layout = LLVMGetModuleDataLayout(l.module);
        layout_program(&l);
    }
    if (!l.error) decode_functions(&l);
    if (!l.error) mark_missing(&l);
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
    ptrmap_free(&l.function_index);
    ptrmap_free(&l.global_address);
    ptrmap_free(&l.global_tls);
    ptrmap_free(&l.loc_index);
    ptrmap_free(&l.own);
    free(l.folder);
    if (l.module) LLVMDisposeModule(l.module);
    LLVMContextDispose(l.context);
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
        for (uint32_t i = 0; !f->library && i < f->code_len; i++) {
            unsigned op = insn_op(&f->code[i]);
            if (op_flags[op] & F_LIST)
                i += insn_slot_count(&f->code[i]);
            else if ((op_flags[op] & F_BRANCH) && op != OP_JMP)
                p->nbranches++;
        }
    }
    p->hash = program_hash(p);
    return p;
}

#define REHEARSAL_SECONDS 60

static bool is_llvm(const char *file) { return has_suffix(file, ".bc") || has_suffix(file, ".ll"); }

/* What LLVM makes of the bitcode in an executable, object or archive before it is linked. */
static void read_only(const ProgramOptions *options, const char *file) {
    Loader l = {.options = options};
    l.context = LLVMContextCreate();
    if (native_kind(file) == NATIVE_ELF)
        link_elf(&l, file);
    else
        link_archives(&l, &file, 1, "main");
}

/*
 * Loads once, or reads one native file, in a child process that says nothing. LLVM's reader ends the whole
 * process on some damaged files, and on others it fails only later, in its passes: then the child is lost,
 * and the user gets a line. What heddle cc built is large and seldom damaged: the passes are left out.
 */
static bool survives(const ProgramOptions *options, const char *native) {
    pid_t pid = fork();
    if (pid < 0) return true;
    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);
        if (null >= 0) {
            dup2(null, 1);
            dup2(null, 2);
        }
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        static const int fatal[] = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGALRM};
        for (size_t k = 0; k < ARRAY_LEN(fatal); k++) signal(fatal[k], SIG_DFL);
        alarm(REHEARSAL_SECONDS);
        char *error = NULL;
        if (native)
            read_only(options, native);
        else
            load(options, &error);
        _exit(0);
    }
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

Program *program_load(const ProgramOptions *options, char **error) {
    bool rehearsed = false;
    for (size_t k = 0; k < options->nfiles; k++) {
        const char *file = options->files[k];
        bool llvm = is_llvm(file) && !rehearsed, native = native_kind(file) != NATIVE_NONE;
        if ((!llvm && !native) || survives(options, native ? file : NULL)) {
            rehearsed |= llvm;
            continue;
        }
        *error = xasprintf("%s: broken bitcode (LLVM fails on it)", file);
        return NULL;
    }
    return load(options, error);
}

bool program_write_rewritten(const ProgramOptions *options, const char *path, bool text, char **error) {
    Loader l = {.options = options, .folder = get_current_dir_name()};
    l.context = LLVMContextCreate();
    frontend_own(&l);
    char *message = NULL;
    if (!l.error && LLVMVerifyModule(l.module, LLVMReturnStatusAction, &message))
        loader_error(&l, "internal error: what was made of the program is no valid code (%.*s)",
                     (int)strcspn(message, "\n"), message);
    LLVMDisposeMessage(message);
    message = NULL;
    if (!l.error && text && LLVMPrintModuleToFile(l.module, path, &message))
        loader_error(&l, "%s: %s", path, message);
    if (!l.error && !text && LLVMWriteBitcodeToFile(l.module, path))
        loader_error(&l, "%s: cannot be written", path);
    LLVMDisposeMessage(message);
    ptrmap_free(&l.own);
    free(l.folder);
    if (l.module) LLVMDisposeModule(l.module);
    LLVMContextDispose(l.context);
    *error = l.error;
    return !l.error;
}

const Global *program_global_named(const Program *p, const char *name) {
    for (uint32_t k = 0; k < p->nglobals; k++)
        if (!strcmp(p->globals[k].name, name)) return &p->globals[k];
    return NULL;
}

bool program_set_global(Program *p, const char *name, const void *value, size_t size) {
    const Global *g = program_global_named(p, name);
    if (!g || g->thread_local_ || g->size != size) return false;
    memcpy(p->image + (g->address - GLOBALS_BASE), value, size);
    return true;
}

void program_free(Program *p) {
    if (!p) return;
    free(p->locs);
    free(p->switches);
    free(p->messages);
    free(p->image);
    free(p->tls_image);
    arena_free(p->arena);
    free(p);
}

const Function *program_function_at(const Program *p, uint64_t address) {
    if (address < FUNCTION_BASE || (address - FUNCTION_BASE) % FUNCTION_STEP) return NULL;
    uint64_t k = (address - FUNCTION_BASE) / FUNCTION_STEP;
    return k < p->nfunctions ? &p->functions[k] : NULL;
}

const Global *program_global_at(const Program *p, uint64_t address) {
    const Global *best = NULL;
    size_t low = 0, high = p->nglobals;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (!p->globals[mid].thread_local_ && p->globals[mid].address <= address) {
            best = &p->globals[mid];
            low = mid + 1;
        } else
            high = mid;
    }
    return best;
}

bool program_dump(const Program *p, const char *function, void *file) {
    FILE *out = file;
    bool any = false;
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        if (!f->code || (function && strcmp(function, f->name))) continue;
        any = true;
        fprintf(out, "%s: %u registers, %u parameters, %u bytes of frame\n", f->name, f->nregs, f->nparams,
                f->frame_bytes);
        for (uint32_t n = 0; n < f->code_len;) {
            const Insn *i = &f->code[n];
            unsigned op = insn_op(i);
            uint8_t fl = op_flags[op];
            const Loc *loc = &p->locs[f->loc[n]];
            fprintf(out, "  %4u  %-10s", n, op_names[op]);
            if (fl & F_LIST) {
                const uint16_t *s = insn_slots(i);
                for (unsigned q = 0; q < i->d; q++) fprintf(out, " r%u", s[q]);
                fprintf(out, " <-");
                for (unsigned q = 0; q < i->a; q++) fprintf(out, " r%u", s[i->d + q]);
                fprintf(out, " sub %u imm %llu", i->b, (unsigned long long)i->imm);
                if (i->op == OP_CALL || i->op == OP_BUILTIN) fprintf(out, " (%s)", p->functions[i->imm].name);
                n += 1 + insn_slot_count(i);
            } else {
                if (fl & (F_W | F_D)) fprintf(out, " d=r%u", i->d);
                if (fl & F_A) fprintf(out, " a=r%u", i->a);
                if (fl & F_B) fprintf(out, " b=r%u", i->b);
                if (fl & F_BRANCH)
                    fprintf(out, " imm=%d -> %u", (int32_t)i->imm, n + (uint32_t)(i->imm >> 32));
                else
                    fprintf(out, " imm=0x%llx", (unsigned long long)i->imm);
                n++;
            }
            fprintf(out, "   ; %s:%u\n", loc->file, loc->line);
        }
    }
    return any;
}
