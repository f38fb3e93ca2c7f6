# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
# Toolchain file for Linux on 64-bit RISC-V; the Swift compiler must be ./swiftc.
set(NOWPLAYING_SWIFT_TARGET riscv64-none-none-eabi)
set(NOWPLAYING_C_TARGET riscv64-unknown-linux-gnu)
set(NOWPLAYING_MULTIARCH riscv64-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/../../../packaging/toolchains/cross.cmake)
