#!/bin/sh
# Writes a file as a C array, so that it becomes part of the executable.
# Usage: embed.sh INPUT OUTPUT NAME    (const char NAME[], with a zero byte at its end)
set -eu
{
    echo "/* Made by scripts/embed.sh of $(basename "$1"). */"
    echo "extern const char $3[];"
    echo "const char $3[] = {"
    # Bytes from 128 on are negative where char has a sign.
    od -An -v -td1 "$1" | sed 's/  */,/g; s/^,//; s/$/,/'
    echo '0};'
} >"$2"
