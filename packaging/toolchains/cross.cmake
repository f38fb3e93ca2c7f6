# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
# The part that the toolchain files share: clang, lld and llvm-ar of the Swift toolchain. They set
# NOWPLAYING_SWIFT_TARGET,
# the toolchain's name of the processor without a system, NOWPLAYING_C_TARGET, and NOWPLAYING_MULTIARCH, Debian's.
set(CMAKE_SYSTEM_NAME Linux)
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR ${NOWPLAYING_C_TARGET})

find_program(toolchain_clang NAMES clang HINTS ENV SWIFT_HOME PATHS /opt/swift/usr/bin)
get_filename_component(toolchain "${toolchain_clang}" DIRECTORY)
set(CMAKE_C_COMPILER ${toolchain}/clang)
set(CMAKE_C_COMPILER_TARGET ${NOWPLAYING_C_TARGET})
set(CMAKE_CXX_COMPILER ${toolchain}/clang++)
set(CMAKE_CXX_COMPILER_TARGET ${NOWPLAYING_C_TARGET})
set(CMAKE_AR ${toolchain}/llvm-ar CACHE FILEPATH "The archiver")
set(CMAKE_RANLIB ${toolchain}/llvm-ranlib CACHE FILEPATH "The indexer of archives")
foreach(kind EXE SHARED MODULE)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT "-fuse-ld=lld --rtlib=libgcc")
endforeach()
# CMake would link a program to see it, and swiftc links none for another machine.
set(CMAKE_Swift_COMPILER_WORKS TRUE)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR}
  ${CMAKE_SYSROOT}/usr/lib/${NOWPLAYING_MULTIARCH}/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig)
