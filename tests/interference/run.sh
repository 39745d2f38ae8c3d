#!/bin/bash
# Con2colic testing: which interferences each finding needs, at which bound it is found, and how the
# exploration ends.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# program | options | interferences of each finding, sorted, which may be more than the bound where a run met
# it after its scenario | full, maximum (coverage), bound, or a reason for being incomplete
table() {
    cat <<'T'
addall     |                              | 1           | maximum
addall     | --bound=0                    |             | bound
addall     | --bound=1                    | 1           | bound
addall     | --guidance=no-cores --bound=1    | 1       | bound
addall     | --guidance=no-unique,no-priority --bound=1 | 1 | bound
bluetooth  |                              | 2           | full
bluetooth  | --bound=1                    |             | bound
art        | -DTHREADS=5                  | 0 1 2 3 4   | maximum
art        | -DTHREADS=5 --bound=2        | 0 1 2       | bound
art        | -DTHREADS=3 --bound=9        | 0 1 2       | maximum
far_input  | --bound=1                    | 0           | bound
lock_order |                              |             | maximum
filled_before |                           | 0           | full
unentered  |                              | 0 0         | full
pieces     | --bound=3                    | 2           | full
pieces     | --bound=1                    |             | bound
pieces     | -DOVER --bound=3             | 2           | full
pieces     | -DOWN --bound=3              | 1           | full
pieces     | -DNONE --bound=9             |             | maximum
ends       | -DJOINER --bound=0           | 0           | full
ends       | -DCREATED --bound=0          | 0           | full
ends       | -DCREATED -DWAY=1 --bound=0  | 0           | full
ends       | -DSOMETIMES --bound=0        | 0           | full
ends       | -DSOMETIMES -DWAY=1 --bound=0 | 0          | full
ends       | -DFIRST --bound=0            | 0           | full
ends       | -DFIRST -DWAY=1 --bound=0    | 0           | full
ends       | -DNEITHER --bound=0          | 0           | full
ends       | -DNEITHER -DWAY=1 --bound=0  | 0           | full
ends       | -DTWICE --bound=0            | 0           | full
ends       | -DTWICE -DWAY=1 --bound=0    | 0           | full
late_use   |                              | 0 0         | maximum
waits      |                              | 3           | full
spin_degree |                             | 2           | maximum
spin_degree | --bound=1                   | 2           | bound
spin_degree | -DUNSEEN                    |             | maximum
sections   |                              |             | maximum
sections   | -DTORN                       | 0 0 1       | full
sections   | -DWITHIN --bound=3           | 0 3         | full
sections   | -DWITHIN --bound=2           | 0           | bound
sections   | -DLATER --bound=9            | 0 0         | maximum
sections   | -DASSUMED                    | 0           | maximum
sections   | -DASSUMED -DHELPS            | 0 0 2       | full
sections   | -DINPUTS                     | 2           | maximum
sections   | -DINPUTS --bound=1           | 2           | bound
sections   | -DHIDDEN                     | 0           | maximum
sections   | -DSPINS                      |             | maximum
sections   | -DFAILS                      | 1 2         | full
sections   | -DLOCKED                     | 1           | full
sections   | -DLOCKED -DBOTH              |             | maximum
sections   | -DCOPIED --bound=3           | 2           | maximum
sections   | -DHELD                       | 0 0 2       | full
sections_of_locks |                       |             | maximum
longer_without |                          | 0           | full
longer_without | --guidance=no-search     | 0           | full
last_store | --checks=no-api              | 0           | maximum
last_store | --checks=no-api --guidance=no-search | 0   | maximum
last_store | --checks=no-api --guidance=no-search -DSWAPPED | 0 | maximum
addall     | --guidance=no-search         | 1           | maximum
waits      | --guidance=no-search         | 3           | full
bluetooth  | --guidance=no-search         | 2           | full
art        | -DTHREADS=4 --guidance=no-search | 0 1 2 3 | maximum
spin_degree | --guidance=no-search        | 2           | maximum
ctrace_b   | -DFIXED                      |             | bound
sections   | --guidance=no-search --bound=1 |           | sections are no events here
barriers   |                              |             | maximum
number_again | --guidance=no-stop         | 1           | maximum
number_again | --guidance=no-search       | 1           | full
number_again | --guidance=no-stop -DJOINED |            | maximum
many_threads | --guidance=no-search --max-time=30 |     | maximum
behind_error | --checks=none,assertion    |             | behind which interference scenarios do not go
sor        | -DFIXED                      |             | bound
apache_log |                              | 1 1         | full
apache_log | --bound=0                    |             | bound
apache_ftp |                              | 1           | full
apache_ftp | --bound=0                    |             | bound
apache_ftp | -DFIXED                      |             | maximum
aget       |                              | 0 1         | maximum
ctrace_a   | --bound=1                    | 1           | maximum
ctrace_a   | -DFIXED --bound=1            |             | maximum
splay      | --bound=2                    |             | bound
system_calls | -DWRITES=1                  | 1           | maximum
system_calls | -DWRITES=3                  | 1 2 2       | maximum
system_calls | -DWRITES=3 --bound=1        | 1 2 2       | bound
system_calls | -DADDS                      | 1 1 1       | maximum
system_calls | -DADDS --bound=0            | 1 1         | bound
system_calls | -DCLOSES                    | 0 2         | maximum
system_calls | -DFLAGS                     | 1 2         | maximum
system_calls | -DLOOKS                     | 1           | maximum
system_calls | -DTIMED                     | 0 1         | maximum
system_calls | -DANSWERS=1                 | 2           | maximum
system_calls | -DANSWERS=2 --bound=6       | 6           | maximum
system_calls | -DBUFFER                    | 0 1 2       | maximum
time_of_ended_thread_later | -DLONGER=1      | 1           | full
time_of_ended_thread | -DLONGER=1 --guidance=no-stop | 1 | clocks were looked at
freed_by_another |                         |             | which block a thread gets again
signal_before_its_action |                 |             | signals were sent
atexit_after_name_used_again |             |             | maximum
unlock_of_another_orders |                 | 0 0 1 1 1   | full
unlock_of_another_untold_safe |            | 0           | maximum
pfscan     | -DWORKERS=1                  | 4           | maximum
pfscan     | -DWORKERS=1 --bound=3        | 4           | bound
pfscan     | -DWORKERS=1 -DFIXED          |             | maximum
T
}
names() { row_names; }

row() {
    local options=$1 degrees=$2 end=$3 file complete=true status=5
    for file in "$here/$name.c" "$top/examples/$name.c" "$top/bench/interference/$name.c" \
        "$top/tests/strategies/$name.c" "$top/tests/detect/$name.c"; do
        [ ! -f "$file" ] || break
    done
    # shellcheck disable=SC2086
    "$HEDDLE" test -q --strategy=interference $options --summary=s.json "$file" >log 2>&1
    local got=$?
    [[ $end == @(full|maximum|bound) ]] || complete=false status=3
    [ -z "$degrees" ] || status=1
    same "$options: exit status" $got $status
    same "$options: complete at its bound" "$(jq -c '[.complete_at_bound, .complete]' s.json)" \
        "[$complete,false]"
    same "$options: interferences" \
        "$(jq -r '[.bugs[] | (.interferences // []) | length] | sort | join(" ")' s.json)" "$degrees"
    case $end in
    full) check "$options: full coverage" grep -q '"full coverage:' s.json ;;
    maximum) check "$options: maximum coverage" grep -q 'no more branch is coverable;' s.json ;;
    bound) check "$options: the bound" grep -q 'no more branch is coverable with at most' s.json ;;
    *) check "$options: the reason" grep -qF "$end" s.json ;;
    esac
    for test in heddle-out/*.test.json; do
        [ ! -f "$test" ] || "$HEDDLE" replay "$test" >replayed 2>&1
        [ ! -f "$test" ] || same "$options: $test occurs again" $? 1
    done
}

# The scenario of the paper's Fig. 3: the thread that fails read the count before the other one's critical
# section, and the assertion reads what that wrote; the second load of the count there is all that interferes.
one() {
    each_row "$1" row
    [ "$1" = addall ] || return
    "$HEDDLE" test -q --strategy=interference --summary=s.json "$top/examples/addall.c" >log 2>&1
    same 'the scenario' \
        "$(jq -c '[.bugs[0].interferences[] | [.thread, .line, .from_thread, .from_line]]' s.json)" \
        '[["0.1",48,"0.2",50]]'
    "$HEDDLE" show heddle-out/0001-assertion.test.json >shown 2>&1
    check 'show tells it' \
        grep -q 'needs [a-z]* #1 (0.1) to read the variable `shared.count`.*as [a-z]* #2 (0.2) wrote it' shown
}

suite "$@"
