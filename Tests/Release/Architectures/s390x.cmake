# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
# Toolchain file for Linux on IBM Z, big-endian; the Swift compiler must be ./swiftc.
set(NOWPLAYING_SWIFT_TARGET s390x-unknown-linux-gnu)
set(NOWPLAYING_C_TARGET s390x-unknown-linux-gnu)
set(NOWPLAYING_MULTIARCH s390x-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/../../../packaging/toolchains/cross.cmake)
