#!/bin/bash
# Programs that others wrote, built by the scripts of examples/real: what they print in the engine is what
# they print natively, in every schedule. Sources are fetched from the package sources of the machine; where
# that is not possible nothing is tested, and that is said.
# Each row of examples/real/rows.sh runs once, and is explored for 20 s, which finds nothing that is not
# known: of seven of them, one third, which the commit chooses; with HEDDLE_LONG of all.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
more=(coreutils lbzip2 memcached redis xz zstd sqlite git openjpeg squashfs libuv libmicrohttpd liburcu
    ck jemalloc tinyproxy privoxy axel chrony nanomsg curl quickjs flac)
# In an order in which each third takes about as long to build.
turns=(haproxy x264 nginx lmdb nng civetweb mosquitto)

names() {
    echo pigz
    some_of 3 "${turns[@]}"
    [ -z "${HEDDLE_LONG:-}" ] || printf '%s\n' "${more[@]}"
}
is_case() { [[ " pigz ${turns[*]} ${more[*]} " == *" $1 "* ]]; }

# built SCRIPT: whether its programs are there.
built() {
    timeout 1200 "$top/examples/real/$1.sh" "$common/real" >built.log 2>&1 && return 0
    if grep -q '^fetch-source:' built.log; then
        echo "$1: not tested, its source cannot be fetched"
    else
        bad "$1.sh: $(tail -n 3 built.log | tr '\n' ' ')"
    fi
    return 1
}

# alike STATUS INPUT PROGRAM ARGUMENTS…: the engine's output is the native one; with status 0 in all
# schedules, with 3 in those that there is time for.
alike() {
    local want=$1 input=$2 program=$3 status
    shift 3
    "$program" "$@" <"$input" >native 2>/dev/null
    timeout 120 "$HEDDLE" test --quiet --checks=no-race --max-time=20 --echo-output --summary=s.json \
        --out=out --stdin="$input" "$program" -- "$@" >engine 2>err
    status=$?
    if [ "$status" -ne "$want" ] && [ "$status" -ne 0 ]; then
        bad "$(basename "$program") $*: status $status: $(head -n 2 err | tr '\n' ' ')"
    elif ! cmp -s native engine; then
        bad "$(basename "$program") $*: $(diff native engine | head -n 3 | tr '\n' ' ')"
    else
        good
    fi
}
# threads N: the last run had as many at least.
threads() {
    local most
    most=$(jq .threads_max s.json)
    if [ "$most" -ge "$1" ]; then good; else bad "only $most threads"; fi
}

# limited OUT OPTIONS…: pigz on 64 bytes for 400 runs; its exit status is in the variable status.
limited() {
    timeout 60 "$HEDDLE" test --quiet --max-traces=400 --summary=s.json --out="$1" --stdin=in64 "${@:2}" \
        "$common/real/pigz/pigz" -- -p 2 -c 2>err
    status=$?
}
case_pigz() {
    local pigz=$common/real/pigz/pigz status concrete test
    built pigz || return
    seq 1 40 >lines
    alike 0 /dev/null "$pigz" --version
    alike 0 lines "$pigz" -l
    "$pigz" -c lines >lines.gz
    # Decompression by a reading and a writing thread.
    alike 0 lines.gz "$pigz" -d -c -p 2
    threads 2
    # Compression: a thread for each block, one that writes.
    timeout 120 "$HEDDLE" test --quiet --summary=s.json --out=out --stdin=lines "$pigz" -- -p 2 -c 2>err
    status=$?
    same "pigz -p 2: status ($(head -n 1 err))" "$status" 0
    threads 3
    alike 0 lines "$pigz" -z -c -p 2
    # One byte of the input may be anything: more code runs than for the one that is there.
    head -c 64 lines >in64
    limited concrete
    same "pigz on 64 bytes: status ($(head -n 1 err))" "$status" 0
    concrete=$(jq .branches_covered s.json)
    limited symbolic --symbolic=stdin:1@20
    same "pigz with a symbolic byte: status ($(head -n 1 err))" "$status" 3
    threads 3
    if jq -e --argjson concrete "$concrete" '.bugs == [] and .traces == 400 and .queries > 0 and
        .branches_covered >= 500 and .branches_covered > $concrete' s.json >/dev/null; then
        good
    else
        bad "pigz with a symbolic byte: $(jq -c '[.bugs, .traces, .queries, .branches_covered]' s.json)," \
            "with a concrete one $concrete branches"
    fi
    # One failure: what is found occurs again.
    limited faults --faults=1
    case $status in
    1 | 3) good ;;
    *) bad "pigz with a failure: status $status: $(head -n 1 err)" ;;
    esac
    same 'pigz with a failure' "$(jq -c '[.traces, .internal_error]' s.json)" '[400,null]'
    while read -r test; do
        timeout 60 "$HEDDLE" replay --quiet "$test" >/dev/null 2>err
        status=$?
        same "pigz with a failure: replay of $(basename "$test") ($(head -n 1 err))" "$status" 1
    done < <(jq -r '.bugs[].test' s.json)
    [ -z "${HEDDLE_LONG:-}" ] || rows 'pigz*'
}

# --- the rows of the table ---------------------------------------------------------------------------------

known=$top/examples/real/known.txt

# timeless ROW: its output without what time decides: the one in gzip's header, how long it took.
timeless() { case $1 in pigz*) gzip -dc ;; openjpeg*) grep -v 'encode time' ;; *) cat ;; esac }

# once ROW ARGUMENT…: heddle run of them writes and ends as natively; as a server does that was told to end,
# where it has its client with it. Rows with inputs are only explored. A limit of time-outs is for exploring.
once() {
    local row=$1 input=/dev/null want=0 status k
    local arguments=("${@:2}")
    if [[ ${arguments[0]} == --max-timeouts=* ]]; then arguments=("${arguments[@]:1}"); fi
    [[ $row != *@(byte|bytes|packet) ]] || return 0
    for ((k = 0; k < ${#arguments[@]}; k++)); do
        case ${arguments[k]} in
        --stdin=*) input=${arguments[k]#--stdin=} ;;
        -*) ;;
        *) break ;;
        esac
    done
    timeout 300 "$HEDDLE" run --quiet --suppressions="$known" "${arguments[@]}" <"$input" >engine 2>err
    status=$?
    if [[ ${arguments[k + 1]:-} == *.c ]]; then
        [ "$row" != privoxy ] || want=15 # it ends with the number of the signal
        [[ $row != redis* ]] || check "$row: does not say goodbye" grep -q 'ready to exit, bye bye' engine
    else
        "${arguments[k]}" "${arguments[@]:k+2}" <"$input" >native 2>/dev/null
        want=$?
        timeless "$row" <native >want
        check "$row: another output than natively" cmp -s want <(timeless "$row" <engine)
    fi
    same "$row: exit status ($(tail -n 1 err))" $status $want
}

# explored ROW ARGUMENT…: 20 s find nothing that is not known.
explored() {
    local status
    rm -f s.json
    timeout 300 "$HEDDLE" test --quiet --max-time=20 --max-memory=4096 --suppressions="$known" \
        --summary=s.json --out=out "${@:2}" >log 2>&1
    status=$?
    case $status in
    0 | 3) same "$1" "$(jq -c '[.bugs, .internal_error]' s.json)" '[[],null]' ;;
    *) bad "$1: status $status: $(head -n 2 log | tr '\n' ' ')" ;;
    esac
}
both() {
    # shellcheck disable=SC2053
    [[ $1 == $pattern ]] || return 0
    once "$@"
    explored "$@"
}
# rows PATTERN: those of its rows with such names.
rows() {
    local pattern=$1 built=$common/real work=$PWD
    . "$top/examples/real/rows.sh"
    real_inputs
    real_rows both
}

case_coreutils() {
    built coreutils || return
    local utils=$common/real/coreutils/src
    mkdir files
    . "$top/tests/real/coreutils.sh"
    seq 12 -1 1 >few
    alike 3 few "$utils/sort" -n --parallel=2
    threads 2
    rows 'sort*'
}
case_lbzip2() {
    built lbzip2 && alike 0 /dev/null "$common/real/lbzip2/src/lbzip2" --version &&
        rows 'lbzip2*'
}
case_memcached() {
    built memcached && alike 0 /dev/null "$common/real/memcached/memcached" -h &&
        rows 'memcached*'
}
# Of the others, what there is to test are the rows.
one() {
    if declare -F "case_$1" >/dev/null; then "case_$1"; else built "$1" && rows "$1*"; fi
}

suite "$@"
