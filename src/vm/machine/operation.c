/* operation.c — the columns of the table of visible operations; see operation_table.h. */
#include "vm/machine/operation.h"

const KernelCall operation_section;

const char *const operation_names[OPERATION_KINDS] = {
#define O(name, text, class, traits, group, words) [OPERATION_##name] = text,
    OPERATIONS(O)
#undef O
};

const char *const operation_words[OPERATION_KINDS] = {
#define O(name, text, class, traits, group, words) [OPERATION_##name] = words,
    OPERATIONS(O)
#undef O
};

const uint8_t operation_classes[OPERATION_KINDS] = {
#define O(name, text, class, traits, group, words) [OPERATION_##name] = OBJECT_##class,
    OPERATIONS(O)
#undef O
};

#define B TRAIT_BLOCKS
#define U TRAIT_UNSETTLED
#define F TRAIT_FIXED
#define N TRAIT_NOTIFIES
#define C TRAIT_CHOOSES
#define X TRAIT_EXCLUDES
const uint8_t operation_traits[OPERATION_KINDS] = {
#define O(name, text, class, traits, group, words) [OPERATION_##name] = traits,
    OPERATIONS(O)
#undef O
};

const uint8_t operation_groups[OPERATION_KINDS] = {
#define O(name, text, class, traits, group, words) [OPERATION_##name] = GROUP_##group,
    OPERATIONS(O)
#undef O
};

char *operation_sentence(OperationKind kind, const char *object) {
    const char *words = *operation_words[kind] ? operation_words[kind] : operation_names[kind];
    size_t before = strcspn(words, "*"), blank = words[before] ? 1 : 0;
    const char *after = words + before + blank;
    return object && *object ? xasprintf("%.*s %s%s", (int)(before - blank), words, object, after)
                             : xasprintf("%.*s%s", (int)(before - blank), words, after);
}
