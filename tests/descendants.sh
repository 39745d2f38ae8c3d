# descendants PID…: all processes below these, parents before children, so that none starts another. (Those
# started by `timeout` are in process groups of their own.)
descendants() {
    local pid child
    for pid; do
        for child in $(cat "/proc/$pid"/task/*/children 2>/dev/null); do
            echo "$child"
            descendants "$child"
        done
    done
}
