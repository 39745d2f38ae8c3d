#!/bin/bash
# Builds memcached and pigz with changes of their history taken back, one each, beside those of memcached-bugs.sh:
# what bench/run-gate.sh compares with the programs as they are.
# Usage: gate-changes.sh [FOLDER]      (after memcached.sh and pigz.sh with the same folder)
. "$(dirname "$0")/common.sh"
[ -x "$build/memcached/memcached" ] || { echo "gate-changes.sh: run memcached.sh first" >&2; exit 1; }
[ -x "$build/pigz/pigz" ] || { echo "gate-changes.sh: run pigz.sh first" >&2; exit 1; }

# variant PROGRAM NAME FILE EDIT…: a copy of the tree with sed's EDITs made in FILE, which has to change.
variant() {
    local program=$1 name=$2 file=$3 folder=$build/$1-$2
    shift 3
    rm -rf "$folder"
    cp -a "$build/$program" "$folder"
    cd "$folder"
    sed -i "$@" "$file"
    ! cmp -s "$file" "$build/$program/$file" ||
        { echo "gate-changes.sh: $name: nothing to change in $file" >&2; exit 1; }
    rm -f "$program"
    if [ "$program" = pigz ]; then
        logged "pigz-$name" make CC="$CC" CFLAGS="-O2 -I$prefix/include" LDFLAGS="-L$prefix/lib" pigz
    else
        logged "$program-$name" make "$program"
    fi
    echo "$folder/$program"
}

# memcached: the numbers of items (CAS) are drawn without a lock; arithmetic on an item without its lock;
# a new connection is handed over without the lock of the queue.
variant memcached cas items.c -e '/^uint64_t get_cas_id/,/^}/{/cas_id_lock/d}'
variant memcached arithmetic thread.c -e '/^enum delta_result_type add_delta/,/^}/{/item_lock(hv)/d;/item_unlock(hv)/d}'
variant memcached queue thread.c -e '/^static void cq_push/,/^}/{/cq->lock/d}'
# pigz 2.2.5: "avoid race condition in free_pool()". pigz 2.6: a space is given back to its pool before its own lock
# says that nobody uses it. yarn 1.7: "fix use after free bug in ignition()".
variant pigz pool pigz.c -e '/^local int free_pool/,/^}/{/possess(pool->have);/d;/release(pool->have);/d}'
variant pigz inversion pigz.c -e '/^local void drop_space/,/^}/{/twist(space->use, BY, -1);/d;s/^        twist(pool->have, BY, +1);/&\n    }\n    {\n        twist(space->use, BY, -1);/}'
variant pigz ignition yarn.c -e '/^local void reenter/,/^}/s/^    my_free(capsule);//' \
    -e '/^local void \*ignition/,/^}/s/^    capsule->probe(capsule->payload);/&\n    my_free(capsule);/'
