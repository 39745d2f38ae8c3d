/* front_end.c — see front_end.h. */
#include "program/load/front_end.h"

const FrontEnd *front_end(char **error) {
    static const FrontEnd *loaded;
    if (!loaded) loaded = plugin_symbol(FRONT_END_PLUGIN, FRONT_END_SYMBOL, error);
    if (loaded) *loaded->invariants = base_invariants;
    return loaded;
}

bool program_write_rewritten(const ProgramOptions *options, const char *path, bool text,
                             char **error) {
    const FrontEnd *f = front_end(error);
    return f && f->write_rewritten(options, path, text, error);
}

bool program_join_library(const char *file, const char *path, char **error) {
    const FrontEnd *f = front_end(error);
    return f && f->join_library(file, path, error);
}
