#!/bin/bash
# Builds memcached and libevent, which it needs. Usage: memcached.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch libevent
if [ ! -f "$prefix/lib/libevent.a" ]; then
    cd "$build/libevent"
    logged libevent ./configure --disable-shared --disable-openssl --disable-samples --disable-libevent-regress --prefix="$prefix"
    logged libevent make -j"$jobs" install
fi
fetch memcached
cd "$build/memcached"
[ -f Makefile ] || logged memcached ./configure --with-libevent="$prefix"
logged memcached make -j"$jobs" memcached
# Natively: a value is stored and comes back.
ask() {
    local port=$((20000 + $$ % 20000)) server
    ./memcached -u "$(id -un)" -l 127.0.0.1 -p "$port" -U 0 -t 2 -m 8 &
    server=$!
    connected "$port" "$server" || return
    printf 'set key 0 0 5\r\nvalue\r\nget key\r\nquit\r\n' >&3
    tr -d '\r' <&3 | tr '\n' ' '
    kill "$server"
    wait "$server" 2>/dev/null || true
}
works "$build/memcached/memcached" 'STORED VALUE key 0 5 value END ' ask
