# real.sh — pairs of real programs, for run-gate.sh: changes of their history, reversed (memcached-bugs.sh and
# gate-changes.sh of examples/real built them below $built). A new bug is what matches a pattern.

# until_told PATTERN COMMAND…: seconds until a line matches, in $took; 1 where none does
until_told() {
    local pattern=$1 from=$EPOCHREALTIME line
    shift
    status=0
    while IFS= read -r line; do
        [[ $line =~ error: && $line =~ $pattern ]] || continue
        status=1
        break
    done < <(exec "$@" 2>&1)
    took=$(awk -v a="$from" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f", b - a }')
    kill $! 2>"$work/log"
    wait $! 2>"$work/log"
}
# change PROGRAM NAME PATTERN OPTION… -- ARGUMENT…: one pair
change() {
    local program=$1 name=$2 pattern=$3 test_took mark='' ratio diff_mark=''
    shift 3
    # shellcheck disable=SC2053
    [[ $program-$name == ${ONLY:-*} ]] || return 0
    local old=$built/$program/$program new=$built/$program-$name/$program options=() common
    [ -x "$new" ] || return 0
    while [ "$1" != -- ]; do options+=("$1") && shift; done
    common=(--out="$work/out" "${options[@]}")
    local peer=()
    [ "$program" = memcached ] && peer=("$here/../examples/real/server_peer.c")
    local olds=$old news=$new
    [ ${#peer[@]} = 0 ] || { olds=$old,${peer[0]} && news=$new,${peer[0]}; }
    seconds "$HEDDLE" test -q --max-traces=1 "${common[@]}" "$new" "${peer[@]}" "$@"
    until_told "$pattern" "$HEDDLE" test --max-time="$limit" "${common[@]}" "$new" "${peer[@]}" "$@"
    test_took=$took
    [ "$status" = 1 ] || mark='>'
    rm -f "$work/x.db"
    # Loading them counts in neither figure.
    seconds "$HEDDLE" diff --list "${common[@]}" "$olds" "$olds" "$@"
    seconds "$HEDDLE" diff -q --db="$work/x.db" --max-time=$((3 * old_limit)) "${common[@]}" \
        "$olds" "$olds" "$@"
    seconds "$HEDDLE" diff --list --db="$work/x.db" "${common[@]}" "$olds" "$news" "$@"
    until_told "$pattern" "$HEDDLE" diff --db="$work/x.db" --fail-on=new --max-time="$limit" "${common[@]}" \
        "$olds" "$news" "$@"
    [ "$status" = 1 ] || diff_mark='>'
    ratio=$(awk -v a="$test_took" -v b="$took" 'BEGIN { printf "%.2f", a / b }')
    printf '%-18s %9s %9s %9s\n' "$program-$name" "$mark$test_took" "$diff_mark$took" "$mark$ratio"
    [ "$status" = 1 ] && echo "$ratio" >>"$work/real"
    [ "$status" = 1 ] || [ -n "$mark" ] || missed=1
}

: >"$work/real"
server=(-u root -t 2 -p 11211 -U 0 -m 8 -A -l 127.0.0.1 -o no_lru_maintainer,no_lru_crawler,hashpower=12)
item='-DCOMMANDS="set a 0 0 1\r\nx\r\n"' other='-DOTHER="set b 0 0 1\r\nx\r\n"'
counts='-DCOMMANDS="set a 0 0 1\r\n1\r\nincr a 1\r\n"' counted='-DOTHER="incr a 1\r\n"'
change memcached twice 'initialised again' --max-timeouts=3 "$item" -- "${server[@]}"
change memcached unlocked do_run_lru_crawler_thread --max-timeouts=3 "$item" -- \
    "${server[@]::${#server[@]}-1}" \
    no_lru_maintainer,hashpower=12
change memcached expanding '`expanding`' --max-timeouts=3 "$item" -- "${server[@]}"
change memcached stats 'items.c:[0-9:]* error:.*stats_state' --max-timeouts=3 "$item" "$other" \
    -- "${server[@]}"
change memcached cas cas_id --max-timeouts=3 "$item" "$other" -- "${server[@]}"
change memcached arithmetic 'race on [^t]|race on the [^v]' --max-timeouts=3 "$counts" "$counted" \
    -- "${server[@]}"
change memcached queue 'thread.c:[0-9:]* error: ' --max-timeouts=3 "$item" "$other" -- "${server[@]}"
printf '# Heddle\n\nA systematic tester for multi-threaded C programs. Hed' >"$work/text"
for name in pool inversion ignition; do change pigz $name . --stdin="$work/text" -- -p 2 -c; done
echo
echo "real programs: by a factor of $(median "$work/real") in the median of $(wc -l <"$work/real")"
