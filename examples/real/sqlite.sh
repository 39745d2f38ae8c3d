#!/bin/bash
# Builds the shell of SQLite, with the library in it. Needs tclsh, which puts its source together.
# Usage: sqlite.sh [FOLDER]
. "$(dirname "$0")/common.sh"
command -v tclsh >/dev/null || { echo "$(basename "$0"): tclsh is missing (install the package tcl)" >&2; exit 1; }
fetch sqlite3
cd "$build/sqlite3"
[ -f Makefile ] || logged sqlite3 ./configure --disable-shared --disable-tcl --disable-readline
logged sqlite3 make sqlite3
works "$build/sqlite3/sqlite3" 'a|3' ./sqlite3 :memory: "select 'a', 1 + 2"
