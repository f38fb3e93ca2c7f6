# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
# Toolchain file for Linux on 64-bit POWER, little-endian; the Swift compiler must be ./swiftc.
set(NOWPLAYING_SWIFT_TARGET powerpc64le-unknown-linux-gnu)
set(NOWPLAYING_C_TARGET powerpc64le-unknown-linux-gnu)
set(NOWPLAYING_MULTIARCH powerpc64le-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/../../../packaging/toolchains/cross.cmake)
