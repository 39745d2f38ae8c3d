/*
 * debug_text.h — the text in which a program keeps what a debugger needs (Program.debug): lines of
 * fields between tabs. Written by decode/debug_variables.c, read by src/debug/debug_types.c.
 *
 *   T NUMBER KIND BITS TARGET COUNT NAME   a type; TARGET: what it points to, its elements, what it
 *                                          is a name for, 0: void; COUNT: elements, 0: unknown; of
 *                                          an alias: 1 where the name is the program's
 *   M OFFSET BITS TYPE BITFIELD NAME       a member of the type above, OFFSET in bits
 *   E VALUE NAME                           an enumerator of the type above
 *   V FUNCTION LINE TYPE NAME              a variable of the function with this index
 *   P OFFSET BITS ADDRESS KNOWN REGISTER…  a part of the variable above: bits from OFFSET on (BITS
 *                                          0: all). Register KNOWN is 1 while the others hold its
 *                                          value, or with ADDRESS its address
 *   G ADDRESS LOCAL TYPE FUNCTION NAME     a global variable; LOCAL: thread-local, ADDRESS is its
 *                                          offset; FUNCTION: it is a static one of that function
 */
#ifndef HEDDLE_PROGRAM_DEBUG_TEXT_H
#define HEDDLE_PROGRAM_DEBUG_TEXT_H

enum {
    DEBUG_VOID = 'v',
    DEBUG_SIGNED = 'i',
    DEBUG_UNSIGNED = 'u',
    DEBUG_BOOL = 'b',
    DEBUG_CHAR = 'c', /* signed char and char */
    DEBUG_BYTE = 'y', /* unsigned char */
    DEBUG_FLOAT = 'f',
    DEBUG_POINTER = 'p',
    DEBUG_ARRAY = 'a',
    DEBUG_STRUCT = 's',
    DEBUG_UNION = 'n',
    DEBUG_ENUM = 'e',
    DEBUG_ALIAS = 't', /* a typedef, or a qualified type */
    DEBUG_FUNCTION = 'F',
    DEBUG_OPAQUE = 'o' /* only its bytes are shown */
};

#endif
