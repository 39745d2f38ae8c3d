#!/bin/bash
# Builds OpenJPEG and its tools. Needs cmake. Usage: openjpeg.sh [FOLDER]
. "$(dirname "$0")/common.sh"
command -v cmake >/dev/null || { echo "$(basename "$0"): cmake is missing" >&2; exit 1; }
fetch openjpeg2
cd "$build/openjpeg2"
[ -f b/Makefile ] || logged openjpeg cmake -B b -DBUILD_SHARED_LIBS=OFF -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_DISABLE_FIND_PACKAGE_{TIFF,PNG,LCMS2,LCMS}=ON .
logged openjpeg make -C b -j"$jobs" opj_compress opj_decompress
printf 'P5\n2 2\n255\nabcd' >b/in.pgm
works "$build/openjpeg2/b/bin/opj_compress" 'P5' sh -c 'cd b && bin/opj_compress -threads 2 -n 1 -i in.pgm \
    -o out.j2k >/dev/null && bin/opj_decompress -i out.j2k -o out.pgm >/dev/null && head -c 2 out.pgm'
