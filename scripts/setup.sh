#!/bin/bash
# Installs the Debian packages that building and testing need. Does nothing when all are present; uses sudo
# only when something is missing and we are not root.
# Usage: setup.sh [--tests] [PACKAGE...]
# --tests: what only tests need, too. PACKAGE: more, for what is not always run (clang-tidy-19).
set -eu
packages=(
    gcc libc6-dev make meson ninja-build pkg-config
    clang-19 llvm-19 llvm-19-dev libz3-dev libcadical-dev libjansson-dev libsqlite3-dev
    libpq-dev
    dpkg-dev binutils ca-certificates
)
if [ "${1:-}" = --tests ]; then
    shift
    packages+=(clang-format-19 libcmocka-dev csmith libcsmith-dev musl-dev musl-tools jq gojq postgresql)
    packages+=(cmake autoconf automake)
    packages+=(libfuzzer-19-dev) # 0.2 MB
fi
packages+=("$@")

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "setup: apt is not available here; these (Debian 12 names) must be present: ${packages[*]}" >&2
    for tool in gcc make meson ninja pkg-config clang-19 llvm-config-19; do
        command -v "$tool" >/dev/null || { echo "setup: missing: $tool" >&2; exit 1; }
    done
    exit 0
fi

missing=()
for package in "${packages[@]}"; do
    case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true) in
    *' installed') ;;
    *) # pkgconf provides pkg-config under another package name on newer systems
        [ "$package" = pkg-config ] && command -v pkg-config >/dev/null && continue
        missing+=("$package") ;;
    esac
done
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "setup: please install as root: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
echo "setup: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
# Package lists may be absent (fresh machine) or old: refresh them once, and only when something is missing.
"${as_root[@]}" apt-get -qq update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -y --no-install-recommends install "${missing[@]}" >/dev/null
