#!/bin/bash
# Builds nginx with its pool of threads. Usage: nginx.sh [FOLDER]
. "$(dirname "$0")/common.sh"
. "$here/rows.sh"
fetch nginx
cd "$build/nginx"
[ -f objs/Makefile ] || logged nginx ./configure --with-cc="$CC" --with-threads --without-pcre \
    --without-http_rewrite_module --without-http_gzip_module --without-http_auth_basic_module
logged nginx make -j"$jobs"
# Natively: a file that a thread of the pool reads.
ask() {
    local port=$((20000 + $$ % 20000)) server
    nginx_folder "$build/nginx/site" "$port"
    objs/nginx -e stderr -p "$build/nginx/site" -c nginx.conf 2>>"$build/nginx.log" &
    server=$!
    connected "$port" "$server" || return
    printf 'GET /index.html HTTP/1.0\r\n\r\n' >&3
    tail -n 1 <&3
    kill "$server"
    wait "$server" 2>/dev/null || true
}
answer=$(ask)
[ "$answer" = hello ] || { echo "nginx: does not work natively: $answer" >&2; exit 1; }
echo "$build/nginx/objs/nginx"
