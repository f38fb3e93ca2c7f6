# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
# Toolchain file for Linux on arm64, on another machine: cmake -G Ninja --toolchain THIS -DCMAKE_SYSROOT=FOLDER …
# In the folder are Debian's packages libc6-dev, libgcc-12-dev and libsystemd-dev for arm64, and what these depend on.
set(NOWPLAYING_SWIFT_TARGET aarch64-none-none-elf)
set(NOWPLAYING_C_TARGET aarch64-unknown-linux-gnu)
set(NOWPLAYING_MULTIARCH aarch64-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
