# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
# Toolchain file for Linux on 32-bit x86; the Swift compiler must be ./swiftc.
set(NOWPLAYING_SWIFT_TARGET i686-unknown-none-elf)
set(NOWPLAYING_C_TARGET i686-unknown-linux-gnu)
set(NOWPLAYING_MULTIARCH i386-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/../../../packaging/toolchains/cross.cmake)
