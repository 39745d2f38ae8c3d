#!/bin/bash
# Builds x264 without its assembly code. Usage: x264.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch x264
cd "$build/x264"
[ -f config.mak ] || logged x264 ./configure --disable-asm --disable-opencl --disable-lavf --disable-swscale \
    --disable-ffms --disable-gpac --disable-lsmash --disable-avs --bit-depth=8 --chroma-format=420
logged x264 make -j"$jobs" x264
# Natively: some text is a picture of 16 times 16, too.
encodes() {
    head -c 384 "$here/README.md" | ./x264 --quiet --no-progress --demuxer raw --input-res 16x16 --threads 2 \
        --preset ultrafast -o - - | od -An -tx1 -N5 | tr -d ' \n'
}
works "$build/x264/x264" 0000000167 encodes
