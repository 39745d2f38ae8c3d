/*
 * checks.c — what has to agree for one program: the ways to explore it, both modes, all values of its inputs.
 */
#include "oracle.h"
#include "base/digest.h"
#include "two_files.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes the program in the source file as two files, whose paths the caller frees. */
static void write_two_files(const Oracle *o, char *paths[2]) {
    StrBuf parts[2] = {0};
    size_t len;
    char *text = file_contents(o->source, &len);
    if (!text) base_fatal("%s cannot be read back", o->source);
    split_program(text, o->source, parts);
    free(text);
    for (int k = 0; k < 2; k++) {
        paths[k] = xasprintf("%s/p%d.c", o->folder, k);
        write_text(paths[k], "", parts[k].data);
        vec_free(&parts[k]);
    }
}

/* What is loaded is always the program in the source file. */
static Program *load(const Oracle *o, ProgramOptions options) {
    char *files[] = {o->source, NULL}, *error = NULL;
    if (o->two_files) write_two_files(o, files);
    options.files = (const char *const *)files;
    options.nfiles = o->two_files ? 2 : 1;
    options.resource_dir = o->resource;
    options.temp_dir = o->folder;
    Program *p = program_load(&options, &error);
    for (size_t k = 0; k < 2 && o->two_files; k++) free(files[k]);
    if (!p) {
        fprintf(stderr, "oracle: %s\n", error ? error : "the program does not load");
        free(error);
    }
    return p;
}

Program *load_program(const Oracle *o, char *const *defines, size_t ndefines) {
    return load(o, (ProgramOptions){.compiler_args = (const char *const *)defines,
                                    .ncompiler_args = ndefines,
                                    .check_uninitialised = o->only_unwritten});
}

Program *load_two_files(const Oracle *o) {
    Oracle two = *o;
    two.two_files = true;
    return load_program(&two, NULL, 0);
}

Program *load_checked(const Oracle *o, const char *define, bool as_compiled) {
    return load(o, (ProgramOptions){.compiler_args = &define,
                                    .ncompiler_args = 1,
                                    .check_uninitialised = true,
                                    .no_optimisation = as_compiled});
}

Program *load_version(const Oracle *o, const char *layout) {
    return load(o, (ProgramOptions){.rewrite = REWRITE_FORGET_PLACES, .layout = layout});
}

static char *check_por(const Outcome *dfs, const Outcome *por) {
    if (por->error) return xasprintf("por: %s", por->error);
    if (!por->complete) return xstrdup("por did not finish");
    char *text = compare("dfs", dfs, "por", por, true);
    if (text) return text;
    if (dfs->stats.visible_ranges != por->stats.visible_ranges)
        return xasprintf("visible ranges: dfs %llu, por %llu", (unsigned long long)dfs->stats.visible_ranges,
                         (unsigned long long)por->stats.visible_ranges);
    /* Where the first race that a pass meets is one at several addresses, the whole word becomes visible. */
    if (dfs->stats.visible_bytes != por->stats.visible_bytes) return NULL;
    if (por->stats.traces != dfs->stats.configurations)
        return xasprintf("por has %llu traces, there are %llu maximal configurations",
                         (unsigned long long)por->stats.traces,
                         (unsigned long long)dfs->stats.configurations);
    if (por->stats.events != dfs->stats.events)
        return xasprintf("por meets %llu events, dfs %llu", (unsigned long long)por->stats.events,
                         (unsigned long long)dfs->stats.events);
    if ((text = compare_locals(dfs, por))) return text;
    if (por->stats.redundant)
        return xasprintf("por has %llu redundant runs", (unsigned long long)por->stats.redundant);
    return NULL;
}

unsigned first_setting(const Oracle *o, int mode, unsigned all, unsigned some) {
    /* Seeds of one remainder, of which some make the large programs, come to all settings in turn. */
    uint64_t turn = o->seed + o->seed / 16 + (mode ? all / 2 / some : 0);
    return (unsigned)(turn * some % all);
}

/* Another way to go about it finds the same findings and final states. */
static char *check_variant(const Program *p, Interleave mode, const Variant *how, unsigned sites,
                           const Outcome *all, Oracle *o) {
    /* How many time-outs led to a state is not part of it: only what does not reach the limit is the same
     * with cut-offs. */
    if (how->cutoffs && all->limited) return NULL;
    /* Summaries do not say which bytes were written: versions are explored without that check. */
    if (how->summaries && o->place.unwritten) return NULL;
    Outcome other = {.sites = sites, .fixed = -1, .kernel = all->kernel};
    Place place = o->place;
    if (o->hasty) place.seconds = (double)(5 + ++o->explorations * 7919 % 491) / 1000; /* differs */
    explore(p, &place, mode, how, &other);
    if (o->hasty && other.too_large && !(other.error && strstr(other.error, "internal error"))) {
        outcome_free(&other);
        return NULL;
    }
    char *text = other.error       ? xstrdup(other.error)
                 : !other.complete ? xstrdup("it did not finish")
                 : how->strategy->events_only || how->strategy->beside || how->summaries
                     ? compare_events(all, &other, how)
                     : compare("optimal", all, "this", &other, true);
    /* With several workers, numbers of threads depend on who met them first; and what the emulated kernel
     * keeps for itself shows in memory that states leave out. */
    if (!text && how->jobs == 1 && !all->kernel && !how->summaries && !how->strategy->beside)
        text = compare_locals(all, &other);
    /* Without cut-offs each maximal configuration is explored exactly once, and with all excluders nothing
     * else is. */
    bool same_visible = other.stats.visible_bytes == all->stats.visible_bytes;
    if (!text && same_visible && !how->cutoffs && !how->summaries && !how->strategy->events_only &&
        (other.stats.traces != all->stats.traces || other.stats.events != all->stats.events ||
         (how->strategy == &por_strategy && !how->alternatives && other.stats.redundant)))
        text = xasprintf("%llu traces, %llu events, %llu redundant instead of %llu, %llu and 0",
                         (unsigned long long)other.stats.traces, (unsigned long long)other.stats.events,
                         (unsigned long long)other.stats.redundant, (unsigned long long)all->stats.traces,
                         (unsigned long long)all->stats.events);
    if (text) {
        char *name = variant_name(how), *named = xasprintf("%s: %s", name, text);
        free(name);
        free(text);
        text = named;
    }
    if (how->cutoffs) o->cut_traces += other.stats.traces;
    outcome_free(&other);
    return text;
}

/* The symbolic exploration covers exactly what the explorations of each combination of values cover. */
static char *check_inputs(Oracle *o, const Outcome *symbolic, unsigned sites) {
    Outcome all = {0};
    char *text = NULL;
    for (unsigned c = 0; c < combinations(sites) && !text; c++) {
        char *defines[MAX_SITES];
        for (unsigned k = 0; k < sites; k++) defines[k] = xasprintf("-DIN%u=%u", k, site_value(c, k));
        Program *p = load_program(o, defines, sites);
        for (unsigned k = 0; k < sites; k++) free(defines[k]);
        if (!p) {
            text = xstrdup("a concrete version does not load");
            break;
        }
        Outcome one = {.sites = sites, .fixed = (int)c};
        explore(p, &o->place, INTERLEAVE_SYNC, &exact, &one);
        if (one.error) text = xasprintf("with input values %u: %s", c, one.error);
        for (size_t k = 0; k < one.concrete.len; k++) hashes_add(&all.concrete, one.concrete.data[k]);
        for (size_t k = 0; k < one.findings.len; k++) text_list_add(&all.findings, one.findings.data[k]);
        outcome_free(&one);
        program_free(p);
    }
    hashes_sort(&all.concrete);
    texts_sort(&all.findings);
    if (!text && !hashes_equal(&all.concrete, &symbolic->concrete)) {
        size_t missing = 0, extra = 0, i = 0, j = 0;
        while (i < all.concrete.len || j < symbolic->concrete.len) {
            uint64_t x = i < all.concrete.len ? all.concrete.data[i] : UINT64_MAX,
                     y = j < symbolic->concrete.len ? symbolic->concrete.data[j] : UINT64_MAX;
            missing += x < y;
            extra += y < x;
            i += x <= y;
            j += y <= x;
        }
        text = xasprintf(
            "of %zu pairs (input values, final state) %zu are missing symbolically, and %zu are wrong",
            all.concrete.len, missing, extra);
    }
    char *x = texts_joined(&all.findings, true), *y = texts_joined(&symbolic->findings, true);
    if (!text && strcmp(x, y))
        text = xasprintf("findings differ; all input values one by one:\n%ssymbolically:\n%s", x, y);
    free(x);
    free(y);
    outcome_free(&all);
    return text;
}

/* Where brute force explores: it compares no states of threads that are silent for long. */
static Place patient_place(const Oracle *o) {
    Place patient = o->place;
    patient.watch_after = 0;
    return patient;
}

/* What brute force and the optimal exploration say of the program, which have to agree; *skipped: it is too
 * large for brute force. */
static char *explore_all(Oracle *o, const Program *p, Interleave mode, Outcome *dfs, Outcome *por,
                         bool *skipped) {
    Place patient = patient_place(o);
    explore(p, &patient, mode, &brute_force, dfs);
    *skipped = dfs->too_large;
    if (*skipped) return NULL;
    if (dfs->error) return xasprintf("dfs: %s", dfs->error);
    explore(p, &o->place, mode, &exact, por);
    if (o->talk)
        printf("%s: %llu interleavings, %llu configurations, %llu events, %llu traces, %zu states, %zu "
               "findings\n",
               mode == INTERLEAVE_MEMORY ? "memory" : "sync", (unsigned long long)dfs->stats.traces,
               (unsigned long long)dfs->stats.configurations, (unsigned long long)dfs->stats.events,
               (unsigned long long)por->stats.traces, por->states.len, por->findings.len);
    return check_por(dfs, por);
}

/* What the optimal exploration says of a program that is too large for brute force. Skipped is also what it
 * does not explore in full. */
static char *explore_larger(Oracle *o, const Program *p, Interleave mode, Outcome *por, bool *skipped) {
    explore(p, &o->place, mode, &exact_bounded, por);
    *skipped = por->too_large || (por->error && has_prefix(por->error, "incomplete:"));
    if (o->talk)
        printf("%s: %llu traces, %llu events, %zu states, %zu findings\n",
               mode == INTERLEAVE_MEMORY ? "memory" : "sync", (unsigned long long)por->stats.traces,
               (unsigned long long)por->stats.events, por->states.len, por->findings.len);
    if (*skipped) return NULL;
    return por->error       ? xasprintf("por: %s", por->error)
           : !por->complete ? xstrdup("por did not finish")
                            : NULL;
}

/* Some of the settings of each strategy agree with `por`: other ones for each program, all of them for all
 * programs together. */
static char *check_settings(Oracle *o, const Program *p, Interleave mode, const Generator *g,
                            const Outcome *por) {
    Outcome contextual = {.sites = g->sites, .fixed = -1, .kernel = g->kernel};
    Place patient = patient_place(o);
    char *text = NULL;
    for (size_t q = 0; q < strategies_count && !text; q++) {
        const Strategy *strategy = strategies[q];
        unsigned all = settings_of(strategy), some = MIN(all, o->settings);
        if (!all || !some || !is_compared(strategy)) continue;
        /* Only brute force counts the events of the contextual unfolding. */
        bool counts = strategy->contextual && !o->larger;
        if (counts) explore(p, &patient, mode, &brute_contextual, &contextual);
        bool large = counts && contextual.too_large; /* by its time */
        unsigned first = first_setting(o, mode == INTERLEAVE_MEMORY, all, some);
        for (unsigned k = 0; k < some && !text && !large; k++) {
            Variant how = setting(strategy, (first + k) % all);
            if (strategy->contextual && o->larger && !how.cutoffs) continue;
            text = check_variant(p, mode, &how, g->sites, counts ? &contextual : por, o);
            o->compared++;
        }
        if (counts) outcome_free(&contextual);
    }
    return text;
}

/* The program as one of two files does the same as `whole`, of `program`. */
static char *check_two_files(Oracle *o, const Program *program, Interleave mode, const Outcome *whole) {
    Outcome other = {.sites = whole->sites, .fixed = -1, .kernel = whole->kernel};
    o->compared++;
    Program *p = load_two_files(o);
    if (!p) return xstrdup("the program of two files does not load");
    explore(p, &o->place, mode, &exact, &other);
    char *x = texts_joined(&whole->findings, true), *y = texts_joined(&other.findings, true), *text = NULL;
    if (other.error)
        text = xasprintf("two files: %s", other.error);
    else if (!other.complete)
        text = xstrdup("two files: it did not finish");
    else if (strcmp(x, y) != 0)
        text = xasprintf("findings differ; one file:\n%stwo:\n%s", x, y);
    else if (told_variables(program) == told_variables(p) && !hashes_equal(&whole->concrete, &other.concrete))
        text = xasprintf("two files: %zu final states instead of %zu, or others", other.concrete.len,
                         whole->concrete.len);
    free(x);
    free(y);
    outcome_free(&other);
    program_free(p);
    return text;
}

char *check(Oracle *o, const Generator *g, const char **mode_name) {
    if (o->only_versions) {
        *mode_name = "versions";
        o->two_files = o->seed % TWO_FILES == 1;
        char *what = check_versions(o, g);
        o->two_files = false;
        return what;
    }
    if (o->only_waits) return check_waits(o, mode_name);
    if (o->only_campaigns) return check_campaigns(o, g, mode_name);
    Program *p = load_program(o, NULL, 0);
    if (!p) return xstrdup("the program does not load");
    if (o->only_interferences) {
        *mode_name = "interferences";
        char *what = check_interferences(o, p);
        program_free(p);
        return what;
    }
    if (o->only_couplings) {
        *mode_name = "couplings";
        o->waits = g->features & CONDITION;
        char *what = check_couplings(o, p);
        program_free(p);
        return what;
    }
    Outcome dfs[2] = {0}, por[2] = {0};
    char *text = NULL;
    bool skipped = false;
    for (int mode = 0; mode < 2 && !text && !skipped; mode++) {
        *mode_name = mode ? "memory" : "sync";
        dfs[mode] = por[mode] = (Outcome){.sites = g->sites, .fixed = -1, .kernel = g->kernel};
        Interleave interleave = mode ? INTERLEAVE_MEMORY : INTERLEAVE_SYNC;
        text = o->larger ? explore_larger(o, p, interleave, &por[mode], &skipped)
                         : explore_all(o, p, interleave, &dfs[mode], &por[mode], &skipped);
        if (!text && !skipped && !o->only_files) text = check_settings(o, p, interleave, g, &por[mode]);
        if (!text && !skipped && (o->only_files || o->seed % TWO_FILES == 1))
            text = check_two_files(o, p, interleave, &por[mode]);
        o->interleavings += dfs[mode].stats.traces;
        o->traces += por[mode].stats.traces;
    }
    if (!text && !skipped) {
        *mode_name = "modes";
        text = compare("sync", &por[0], "memory", &por[1], false);
    }
    bool chosen = o->programs % o->seldom == 0 && !o->larger;
    if (!text && !skipped && chosen && g->sites) {
        *mode_name = "inputs";
        o->symbolic++;
        text = check_inputs(o, &por[0], g->sites);
    }
    /* What the real kernel does otherwise: it keeps a file that was closed as long as somebody uses it, and
     * the end of the process cuts output short. */
    bool differs = g->undefined || g->features & CLOSES || g->system.ordered_output ||
                   g->system.fds_per_thread || g->system.max_timeouts;
    if (!text && !skipped && chosen && !g->sites && !(g->features & SECTIONS) && !differs) {
        *mode_name = "native";
        text = check_native(o, &por[0]);
    }
    o->skipped += skipped;
    o->programs += !skipped;
    for (int mode = 0; mode < 2; mode++) {
        outcome_free(&dfs[mode]);
        outcome_free(&por[mode]);
    }
    program_free(p);
    return text;
}
