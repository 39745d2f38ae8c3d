#!/bin/bash
# Builds memcached four times, each time with one old mistake put back: bugs of the past that testing has to find.
# Usage: memcached-bugs.sh [FOLDER]      (after memcached.sh with the same folder)
. "$(dirname "$0")/common.sh"
[ -x "$build/memcached/memcached" ] || { echo "memcached-bugs.sh: run memcached.sh first" >&2; exit 1; }

# variant NAME FILE EDIT…: a copy of the tree with sed's EDITs made in FILE, which has to change.
variant() {
    local name=$1 file=$2 folder=$build/memcached-$1
    shift 2
    rm -rf "$folder"
    cp -a "$build/memcached" "$folder"
    cd "$folder"
    sed -i "$@" "$file"
    ! cmp -s "$file" "$build/memcached/$file" || { echo "memcached-bugs.sh: $name: nothing to change in $file" >&2; exit 1; }
    rm -f memcached
    logged "memcached-$name" make -j"$jobs" memcached
    echo "$folder/memcached"
}

# A mutex and a condition variable are initialised a second time.
variant twice thread.c -e '/pthread_cond_init(&init_cond, NULL);/s/$/ pthread_mutex_init(\&init_lock, NULL); pthread_cond_init(\&init_cond, NULL);/'
# The flag that keeps the crawler thread running is set without its lock when the thread is started.
variant unlocked crawler.c -e '/^int start_item_crawler_thread/,/^}/{/pthread_mutex_lock(&lru_crawler_lock)/d;/pthread_cond_wait/d;/pthread_mutex_unlock(&lru_crawler_lock)/d;s/^    do_run_lru_crawler_thread = 1;//;s/^    return 0;/    do_run_lru_crawler_thread = 1; return 0;/}'
# The timer looks at the flag "expanding" of the hash table before it takes the lock. (Any item makes the table grow here, so
# that a short run gets there.)
variant expanding assoc.c -e '/^void assoc_start_expand/,/^}/{s/^    if (pthread_mutex_trylock/    if (expanding) return;\n&/;s/(hashsize(hashpower) \* 3) \/ 2/0/}'
# Items are counted without the lock of the statistics.
variant stats items.c -e '/^int  *do_item_link/,/^}/{/STATS_LOCK();/d;/STATS_UNLOCK();/d}'
