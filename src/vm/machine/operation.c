/* operation.c — the columns of the table of visible operations; see operation_table.h. */
#include "vm/machine/operation.h"

const KernelCall operation_section;

const char *const operation_names[OPERATION_KINDS] = {
#define O(name, text, class, traits, group) [OPERATION_##name] = text,
    OPERATIONS(O)
#undef O
};

const uint8_t operation_classes[OPERATION_KINDS] = {
#define O(name, text, class, traits, group) [OPERATION_##name] = OBJECT_##class,
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
#define O(name, text, class, traits, group) [OPERATION_##name] = traits,
    OPERATIONS(O)
#undef O
};

const uint8_t operation_groups[OPERATION_KINDS] = {
#define O(name, text, class, traits, group) [OPERATION_##name] = GROUP_##group,
    OPERATIONS(O)
#undef O
};
