# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
# Toolchain file for Linux on 32-bit ARM with hardware floating point; the Swift compiler must be ./swiftc.
set(NOWPLAYING_SWIFT_TARGET armv7-none-none-eabihf)
set(NOWPLAYING_C_TARGET armv7-unknown-linux-gnueabihf)
set(NOWPLAYING_MULTIARCH arm-linux-gnueabihf)
include(${CMAKE_CURRENT_LIST_DIR}/../../../packaging/toolchains/cross.cmake)
