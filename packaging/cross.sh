#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# Usage: . packaging/cross.sh     (sourced after steps.sh by scripts that set $root and $work: how this machine compiles
#                                  the tarball that needs no Swift, and C beside it, for others, so that what is made
#                                  runs on every distribution of the last years)

: "${work:?}" "${root:?}"

# Debian's name of a machine.
debian_name() { case $1 in x86_64) echo amd64 ;; aarch64) echo arm64 ;; esac; }

prepare_cross() { prepare_packages binutils gcc gcc-aarch64-linux-gnu make patchelf pkg-config; }

# Unpacks what a build for a machine (x86_64, aarch64) and a C library (glibc, musl) needs, and for glibc also the
# packages that are named; sets the array `cross` to the variables with which make, pip and other programs build for it.
prepare_cross_for() {
  local machine=$1 libc=$2
  shift 2
  if [ "$libc" = glibc ]; then cross_glibc "$machine" "$@"; else cross_musl "$machine"; fi
}

# Links with the old glibc of bullseye, so that the results run with all newer ones. Without -B and -L, a compiler for
# this machine would find the files of its own system.
cross_glibc() {
  local machine=$1 architecture libraries folder
  shift
  architecture=$(debian_name "$machine")
  libraries=$work/$architecture-root folder=$work/$architecture-root/usr/lib/$machine-linux-gnu
  "$root/Tests/Lab/shell/unpack" "$architecture" bullseye "$libraries" libc6-dev libsystemd-dev "$@"
  cross=(CC="$machine-linux-gnu-gcc --sysroot=$libraries -B$folder/ -L$folder" CPPFLAGS="" LDFLAGS=""
    OBJCOPY="$machine-linux-gnu-objcopy" PKG_CONFIG_SYSROOT_DIR="$libraries" PKG_CONFIG_LIBDIR="$folder/pkgconfig")
}

# Besides those of musl, only headers that belong to no C library are used. GCC's outline atomics for arm64 are turned
# off, because they ask glibc for the abilities of the processor.
cross_musl() {
  local machine=$1 architecture libraries folder
  architecture=$(debian_name "$machine")
  libraries=$work/$architecture-musl-root folder=$work/$architecture-musl-root/usr/lib/$machine-linux-musl
  "$root/Tests/Lab/shell/unpack" --alone "$architecture" bookworm "$libraries" libsystemd-dev linux-libc-dev musl \
    musl-dev
  sed "s| /usr/| $libraries/usr/|g; s|-L/usr/|-L$libraries/usr/|" "$folder/musl-gcc.specs" >"$libraries/gcc.specs"
  # Debian's musl has no soname; programs must ask for musl by the soname that distributions with musl give it.
  mkdir -p "$libraries/named"
  cp --dereference "$folder/libc.so" "$libraries/named"
  patchelf --set-soname "libc.musl-$machine.so.1" "$libraries/named/libc.so"
  cross=(CC="$machine-linux-gnu-gcc -specs=$libraries/gcc.specs"
    CPPFLAGS="-isystem $libraries/usr/include -isystem $libraries/usr/include/$machine-linux-gnu"
    LDFLAGS="-L$libraries/named" OBJCOPY="$machine-linux-gnu-objcopy" PKG_CONFIG_SYSROOT_DIR=""
    PKG_CONFIG_LIBDIR="$libraries/usr/lib/$machine-linux-gnu/pkgconfig")
  [ "$machine" != aarch64 ] || cross[0]+=" -mno-outline-atomics"
}
