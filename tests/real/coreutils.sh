# coreutils.sh — programs of GNU coreutils on files and arguments of all kinds, in one schedule: output and
# exit status in the engine are the native ones. run.sh reads it; what is run is in coreutils.cases: what
# standard input is, the program, its arguments. The program sees the folder as its root, natively it is
# started there.
files=$PWD/files
(
    cd "$files" || exit
    seq 1 40 >numbers
    printf '%s\n' pear:3:x Apple:10:y banana:2:z apple:10:a Pear:3:b cherry::c 'date  7' ' elder:1:q' \
        fig-2:5:m fig10:5:n apple:10:a >fruit
    printf '%s\n' 10 9 -3 0x1f 1e3 2.50 2.5 '' 1K 3M 512 -0 +4 JAN feb Dec 1.10 1.9 >mixed
    printf 'b\0a\0c\nd\0a\0' >zeros
    printf 'one two\tthree\n\n  a much longer line with words  \nlast without end' >text
    for ((k = 0; k < 256; k++)); do printf "\\x$(printf %02x "$k")"; done >bytes
    printf 'SGVsbG8s\nIHdvcmxkIQ==\n' >coded
    printf 'SGVs*bG8s IHdv-cmxkIQ==\n' >noisy
    printf 'numbers\0text\0' >names
    : >empty
    LC_ALL=C sort numbers >sorted
    printf '%s\n' 15 150 16a >sorted2
    echo "$(sha256sum <names | cut -d ' ' -f 1)  names" >sums
)
as_natively() {
    local input=$1 program=$2 want status ended
    shift 2
    (cd "$files" && LC_ALL=C "$utils/$program" "$@" <"$input") >native 2>/dev/null
    want=$?
    (cd "$files" && timeout 120 "$HEDDLE" test --quiet --checks=no-race --strategy=random --max-traces=1 \
        --echo-output --out=../out --env=LC_ALL=C --files=. --stdin="$input" "$utils/$program" -- "$@") \
        >engine 2>err
    status=$?
    ended=$(sed -n 's/^heddle: the program ended with exit status \([0-9]*\)$/\1/p' err)
    if [ "$status" -ne 3 ]; then
        bad "$program $* <$input: status $status: $(head -n 2 err | tr '\n' ' ')"
    elif [ "$ended" != "$want" ]; then
        bad "$program $* <$input: exit status $ended, natively $want"
    elif ! cmp -s native engine; then
        bad "$program $* <$input: $(diff -a native engine | head -n 3 | tr '\n' ' ')"
    else
        good
    fi
}
# Words are as in the shell.
while read -r line; do
    eval "as_natively $line"
done <"$top/tests/real/coreutils.cases"
