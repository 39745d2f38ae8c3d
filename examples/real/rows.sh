# rows.sh — what is run of the programs that the scripts of this folder build: the arguments of heddle test for each
# row of README.md's table. bench/run-real.sh and tests/real/run.sh source it.
# Reads: built (the folder where they were built), work (a folder for their inputs), top.

# nginx_folder FOLDER PORT: a configuration by which a pool of threads reads the one file that there is.
nginx_folder() {
    mkdir -p "$1/logs"
    echo hello >"$1/index.html"
    cat >"$1/nginx.conf" <<END
daemon off;
master_process off;
error_log stderr;
pid nginx.pid;
thread_pool default threads=2;
events { worker_connections 8; }
http {
    access_log off;
    server { listen 127.0.0.1:$2; root .; aio threads; sendfile off; }
}
END
}

# haproxy_folder FOLDER PORT: a configuration by which two threads answer each request themselves.
haproxy_folder() {
    mkdir -p "$1"
    cat >"$1/haproxy.cfg" <<END
global
    nbthread 2
    maxconn 16
defaults
    mode http
    timeout client 5s
    timeout connect 5s
    timeout server 5s
frontend main
    bind 127.0.0.1:$2
    http-request return status 200 content-type text/plain string "hello\\n"
END
}

# mosquitto_folder FOLDER PORT: a configuration by which anybody may connect.
mosquitto_folder() {
    mkdir -p "$1"
    printf 'listener %d 127.0.0.1\nallow_anonymous true\n' "$2" >"$1/mosquitto.conf"
}

# tinyproxy_folder FOLDER PORT: a configuration by which it tells its statistics to anybody here.
tinyproxy_folder() {
    mkdir -p "$1"
    printf '%s\n' "Port $2" 'Listen 127.0.0.1' 'Timeout 60' 'MaxClients 4' 'Allow 127.0.0.1' 'StatHost "statistics"' \
        >"$1/tinyproxy.conf"
}

# privoxy_folder FOLDER PORT: a configuration without filters, and without templates of pages.
privoxy_folder() {
    mkdir -p "$1"
    printf '%s\n' 'confdir .' 'logdir .' "listen-address 127.0.0.1:$2" 'toggle 0' >"$1/config"
}

# quickjs_folder FOLDER: a script whose worker posts a number.
quickjs_folder() {
    mkdir -p "$1"
    cat >"$1/main.js" <<'END'
import * as os from "os";
const worker = new os.Worker("./worker.js");
worker.onmessage = function (message) {
    print(message.data.number);
    worker.onmessage = null;
};
END
    printf '%s\n' 'import * as os from "os";' 'os.Worker.parent.postMessage({ number: 1 });' >"$1/worker.js"
}

# sound FILE: 64 samples.
sound() {
    {
        printf 'RIFF\244\0\0\0WAVEfmt \020\0\0\0\001\0\001\0\100\037\0\0\200\076\0\0\002\0\020\0'
        printf 'data\200\0\0\0'
        printf 'a heddle lifts %.0s.' {1..8}
    } >"$1"
}

# real_inputs: writes the inputs into $work.
real_inputs() {
    printf 'ab\ncd\nef\ngh\n' >"$work/lines"
    printf '# Heddle\n\nA systematic tester for multi-threaded C programs. Hed' >"$work/text"
    mkdir -p "$work/texts" "$work/axel" "$work/chrony/etc" "$work/curl/etc"
    printf '127.0.0.1 server\n' >"$work/curl/etc/hosts"
    printf '127.0.0.1 localhost\n' >"$work/chrony/etc/hosts"
    printf '1\n2\n' >"$work/texts/a"
    echo 2 >"$work/texts/b"
    printf 'P5\n2 2\n255\nabcd' >"$work/picture.pgm"
    quickjs_folder "$work/quickjs"
    sound "$work/sound.wav"
    nginx_folder "$work/nginx" 8000
    haproxy_folder "$work/haproxy" 8000
    mosquitto_folder "$work/mosquitto" 1883
    mosquitto_folder "$work/plugins" 1883
    tinyproxy_folder "$work/tinyproxy" 8888
    privoxy_folder "$work/privoxy" 8118
    printf 'plugin /usr/lib/mosquitto_%s.so\n' payload_modification message_timestamp >>"$work/plugins/mosquitto.conf"
    head -c 768 /dev/zero | tr '\0' 'a' >"$work/two.yuv"
    echo 'create table t(a, b); insert into t values (1, 2), (3, 4); select sum(a * b) from t;' >"$work/sql"
}

# real_rows FUNCTION: calls it with the name and the arguments of each.
real_rows() {
    local row=$1 bug arguments options peer=$top/examples/real/server_peer.c
    local server=(-u root -t 2 -p 11211 -U 0 -m 8 -A -l 127.0.0.1 -o no_lru_maintainer,no_lru_crawler,hashpower=12)
    local item='-DCOMMANDS="set a 0 0 1\r\nx\r\n"' other='-DOTHER="set b 0 0 1\r\nx\r\n"'
    local redis=("$built/redis/src/redis-server" "$peer" -- --port 7000 --bind 127.0.0.1 --save '' --io-threads 2)
    local set=(--max-timeouts=3 '-DCOMMANDS="set a 1\r\n"' '-DEND="shutdown nosave\r\n"')
    local xz=("$built/xz-utils/src/xz/.libs/xz" -- -T2 --block-size=40 -c)
    local zstd=("$built/libzstd/programs/zstd" -- -T2 -c)
    local git=("$built/git/git" -- grep --no-index --threads=2 -c 2 -- texts) files="--files=$work"
    local compress=("$built/openjpeg2/b/bin/opj_compress" -- -threads 2 -i picture.pgm -o out.j2k)
    local text="--stdin=$work/text" byte=--symbolic=stdin:1@20
    "$row" sort-2-of-8-bytes --stdin="$work/lines" --symbolic=stdin:2 "$built/coreutils/src/sort" -- --parallel=2
    "$row" sort-8-bytes --stdin="$work/lines" --symbolic=stdin:2 --symbolic=stdin:2@3 --symbolic=stdin:2@6 \
        --symbolic=stdin:2@9 "$built/coreutils/src/sort" -- --parallel=2
    "$row" pigz "$text" "$built/pigz/pigz" -- -p 2 -c
    "$row" pigz-1-byte "$text" "$byte" "$built/pigz/pigz" -- -p 2 -c
    "$row" lbzip2 "$text" "$built/lbzip2/src/lbzip2" -- -n 2 -c
    "$row" lbzip2-1-byte "$text" "$byte" "$built/lbzip2/src/lbzip2" -- -n 2 -c
    "$row" memcached-packet --max-timeouts=3 "$built/memcached/memcached" "$peer" -- "${server[@]}"
    "$row" memcached-set --max-timeouts=3 "$item" "$built/memcached/memcached" "$peer" -- "${server[@]}"
    "$row" memcached-two --max-timeouts=3 "$item" "$other" "$built/memcached/memcached" "$peer" -- "${server[@]}"
    "$row" redis "${set[@]}" "${redis[@]}"
    "$row" redis-1-byte "${set[@]}" -DSYMBOLIC=6 "${redis[@]}"
    "$row" xz "$text" "${xz[@]}"
    "$row" xz-1-byte "$text" "$byte" "${xz[@]}"
    "$row" zstd "$text" "${zstd[@]}"
    "$row" zstd-1-byte "$text" "$byte" "${zstd[@]}"
    "$row" sqlite --stdin="$work/sql" "$built/sqlite3/sqlite3" -- :memory:
    # The operator between a and b.
    "$row" sqlite-1-byte --stdin="$work/sql" --symbolic=stdin:1@72 "$built/sqlite3/sqlite3" -- :memory:
    "$row" git "$files" "${git[@]}"
    "$row" git-1-byte "$files" --symbolic=arg5:1 "${git[@]}"
    "$row" openjpeg "$files" "${compress[@]}" -n 1
    "$row" openjpeg-2 "$files" "${compress[@]}" -n 2
    "$row" squashfs "$files" "$built/squashfs-tools/squashfs-tools/mksquashfs" \
        -- texts out.sqsh -noappend -processors 1 -no-progress -quiet
    "$row" libuv "$built/libuv/work"
    "$row" libuv-relaxed --volatile=relaxed "$built/libuv/work"
    "$row" libmicrohttpd "$built/libmicrohttpd/request"
    "$row" libmicrohttpd-relax --volatile=relaxed "$built/libmicrohttpd/request"
    "$row" liburcu "$built/liburcu/doc/examples/hlist/cds_hlist_del_rcu"
    "$row" liburcu-relaxed --volatile=relaxed "$built/liburcu/doc/examples/hlist/cds_hlist_del_rcu"
    "$row" ck-ticket "$built/ck/ck_ticket_10" -- 2 1
    "$row" ck-epoch "$built/ck/regressions/ck_epoch/validate/ck_epoch_section" -- 2 1 1
    "$row" jemalloc "$built/jemalloc/threads"
    "$row" nng "$built/nng/b/pair"
    "$row" nanomsg "$built/nanomsg/b/pair"
    "$row" lmdb "$built/lmdb/libraries/liblmdb/threads"
    "$row" lmdb-relaxed --volatile=relaxed "$built/lmdb/libraries/liblmdb/threads"
    "$row" civetweb --max-timeouts=3 --volatile=relaxed "$built/civetweb/request"
    "$row" nginx --volatile=relaxed --files="$work/nginx" '-DCOMMANDS="GET /index.html HTTP/1.0\r\n\r\n"' '-DEND=""' \
        -DSIGNAL=SIGQUIT "$built/nginx/objs/nginx" "$peer" -- -e stderr -p . -c nginx.conf
    "$row" haproxy --max-timeouts=3 --max-signals=0 --checks=no-race --volatile=relaxed --files="$work/haproxy" '-DEND=""' \
        -DSIGNAL=SIGUSR1 '-DCOMMANDS="GET / HTTP/1.0\r\n\r\n"' "$built/haproxy/haproxy" "$peer" \
        -- -f haproxy.cfg -db
    "$row" tinyproxy --max-timeouts=3 --volatile=relaxed --files="$work/tinyproxy" -DSIGNAL=SIGTERM '-DEND=""' \
        '-DCOMMANDS="GET http://statistics/ HTTP/1.0\r\n\r\n"' \
        "$built/tinyproxy/src/tinyproxy" "$peer" -- -d -c tinyproxy.conf
    "$row" privoxy --max-timeouts=3 --volatile=relaxed --files="$work/privoxy" -DSIGNAL=SIGTERM '-DEND=""' \
        '-DCOMMANDS="GET http://config.privoxy.org/robots.txt HTTP/1.0\r\n\r\n"' \
        "$built/privoxy/privoxy" "$peer" -- --no-daemon config
    "$row" axel --files="$work/axel" "$built/axel/axel" "$top/examples/real/axel_server.c" \
        -- -q -n 2 -o out http://127.0.0.1:8000/file
    "$row" curl --max-timeouts=3 --files="$work/curl" "$built/curl/src/curl" "$top/examples/real/axel_server.c" \
        -- -s http://server:8000/file
    "$row" quickjs "$files" "$built/quickjs/qjs" -- quickjs/main.js
    "$row" flac "$files" "$built/flac/src/flac/flac" \
        -- -s -f --no-padding --no-seektable --threads=2 --blocksize=16 -o out.flac sound.wav
    "$row" chrony --files="$work/chrony" "$built/chrony/chronyd" \
        -- -Q -U -t 2 -f /dev/null 'server localhost iburst' 'pidfile /pid' 'cmdport 0'
    # A client connects, and publishes a byte; the length of the first packet is symbolic.
    "$row" mosquitto --max-timeouts=3 --files="$work/mosquitto" '-DEND="\xe0\x00"' -DSIGNAL=SIGTERM -DSYMBOLIC=1 \
        '-DCOMMANDS="\x10\x0d\x00\x04MQTT\x04\x02\x00\x3c\x00\x01" "a\x30\x04\x00\x01tx"' \
        "$built/mosquitto/src/mosquitto" "$peer" -- -c mosquitto.conf
    # The same, nothing symbolic, with two plugins that see and change each message.
    "$row" mosquitto-plugins --max-timeouts=3 --files="$work/plugins" '-DEND="\xe0\x00"' -DSIGNAL=SIGTERM \
        '-DCOMMANDS="\x10\x0d\x00\x04MQTT\x04\x02\x00\x3c\x00\x01" "a\x30\x04\x00\x01tx"' \
        --plugin="$built/mosquitto/plugins/payload-modification/mosquitto_payload_modification.so" \
        --plugin="$built/mosquitto/plugins/message-timestamp/mosquitto_message_timestamp.so" \
        "$built/mosquitto/src/mosquitto" "$peer" -- -c mosquitto.conf
    "$row" x264 "$files" --volatile=relaxed "$built/x264/x264" -- --input-res 16x16 --threads 2 --lookahead-threads 1 \
        --preset ultrafast --quiet --no-progress -o out.264 two.yuv
    for bug in twice unlocked expanding stats; do
        [ -x "$built/memcached-$bug/memcached" ] || continue
        arguments=("${server[@]}")
        # The crawler thread is what "unlocked" is about, and two clients that store what "stats" is about.
        [ "$bug" = unlocked ] && arguments[-1]=no_lru_maintainer,hashpower=12
        options=("$item")
        [ "$bug" = stats ] && options+=("$other")
        "$row" "bug-$bug" --max-timeouts=3 "${options[@]}" "$built/memcached-$bug/memcached" "$peer" -- "${arguments[@]}"
    done
}
