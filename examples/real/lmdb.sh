#!/bin/bash
# Builds LMDB, and a writer and a reader of one environment (lmdb_threads.c). Usage: lmdb.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch lmdb
cd "$build/lmdb/libraries/liblmdb"
logged lmdb make CC="$CC" liblmdb.a
logged lmdb "$CC" -O1 -g -I. "$here/lmdb_threads.c" liblmdb.a -lpthread -o threads
runs "$build/lmdb/libraries/liblmdb/threads"
