/* error_count.c — how many messages error.c wrote; linked into programs that look at it only. */
#include "gnu.h"

PUBLIC unsigned error_message_count;
