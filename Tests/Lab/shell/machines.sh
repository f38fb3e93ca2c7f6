#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# Usage: . Tests/Lab/shell/machines.sh     (sourced by Tests/run-long, after suites.sh; the words in which it runs the
#                                           library on other machines, and with other libraries)

# The folder of the project, and the file of the counts, which are set by the script that sources this.
: "${root:?}" "${counts:=}"
# shellcheck disable=SC2034 # The options of make-dist, by $MACHINES.
served=(${MACHINES:+--machines "$MACHINES"})

# Builds and tests the library for each machine that is named; a first word with "--" is an option of the script that
# is run for each.
machines() {
  local machine words=()
  [[ $1 != --* ]] || { words=("$1") && shift; }
  prepare_clients
  prepare_packages binutils qemu-user-static xz-utils
  for machine; do
    run_script Tests/Release/Architectures/run "${words[@]}" "$machine"
    grep '^|' "$counts.output.$BASHPID"
    row "$machine" "C tests, 20,000 calls by libffi, a player in C and one in Python${words:+, also of the tarball}"
  done
}

# How Swift is compiled, make-dist reads from a folder that CMake has configured, in which nothing need be built. It
# keeps its assembly there, also for other suites.
configure_plain() {
  prepare_programs
  prepare_configured build "$root"
}

# Makes the tarball for the machines that the wheels and the npm package support, once for both.
make_portable_tarball() { once portable make_tarball_for x86_64,aarch64 build/portable.tar.xz; }
make_tarball_for() {
  configure_plain
  check "the tarball of assembly for $1" packaging/make-dist --machines "$1" "$2" build
}

# The C programs of a build, with the sd-bus that is unpacked in a folder.
run_with_libraries() {
  local -x LD_LIBRARY_PATH
  LD_LIBRARY_PATH=$(echo "$1"/usr/lib/*-linux-gnu)
  # shellcheck disable=SC2016 # the inner shell's variables
  check "it is loaded" sh -c 'ldd "$0" | grep -F "$1 => $2"' "$2/libnowplaying.so" "$3" "$LD_LIBRARY_PATH"
  run_ctest "$2" -E '^(header|library|surface-library)'
}

suite_sdbus() { # sd-bus of libelogind, of Debian 11's systemd 247, and opened at run time; old glibc; musl's headers.
  # Inputs: @library Tests/Release/Portability
  local work=$root/build/portability libraries="build/libnowplaying.so build/libnowplaying-surface.so"
  prepare_clients
  prepare_packages binutils gcc linux-libc-dev musl-tools
  check "with musl's headers" Tests/Release/Portability/musl
  row "musl 1.2's headers" "a C compiler for which a warning is an error"
  build_plain
  check "Debian 11's C library" Tests/Lab/shell/unpack --alone amd64 bullseye "$work/libc-2.31" libc6
  # shellcheck disable=SC2086
  check "glibc 2.25 suffices" Tests/Release/Portability/c-library "$work/libc-2.31" $libraries
  row "glibc 2.25" "each function that the libraries call is there"
  check "Debian 11's libsystemd" Tests/Lab/shell/unpack --alone amd64 bullseye "$work/libsystemd-247" libsystemd0
  run_with_libraries "$work/libsystemd-247" build libsystemd.so.0
  row "libsystemd 247" "C tests"
  check "libelogind" Tests/Lab/shell/unpack --alone amd64 bookworm "$work/libelogind" libelogind-dev libelogind0
  PKG_CONFIG_PATH=$(echo "$work"/libelogind/usr/lib/*/pkgconfig) \
    prepare_build build/libelogind "$root" -DNOWPLAYING_SD_BUS=libelogind
  run_with_libraries "$work/libelogind" build/libelogind libelogind.so.0
  run_pytest -n 3 --build=build/libelogind Tests/Library/Integration
  row "libelogind 246" "C tests, integration tests"
  prepare_build build/opened "$root" -DNOWPLAYING_OPEN_SD_BUS=ON
  # shellcheck disable=SC2016 # the inner shell's variables
  check "it is linked with no sd-bus" sh -c '! readelf -d "$@" | grep -E "NEEDED.*(systemd|elogind|basu)"' sh \
    build/opened/libnowplaying.so build/opened/libnowplaying-surface.so
  run_script Tests/Release/Portability/opened build/opened "$work/libelogind"
  row "libsystemd and libelogind opened at run time, and no sd-bus at all" "C tests, integration tests; a player"
}

suite_basu() { # basu, of its source, because Debian does not have it; with glibc and with musl.
  # Needs: BASU_SOURCE, the folder of basu's source, which no package has
  # Inputs: @library Tests/Release/Portability/basu
  [ "${BASU_SOURCE:-}" ] || prepare_fail "Set BASU_SOURCE to the folder of basu's source, which no package has."
  local work=$root/build/portability/basu
  prepare_clients
  make_tarball_for x86_64 build/basu.tar.xz
  run_script Tests/Release/Portability/basu "$BASU_SOURCE" build/basu.tar.xz
  row "basu 0.2 and musl 1.2, of the tarball" "C programs of the interface; static players that carry basu"
  check "libelogind" Tests/Lab/shell/unpack --alone amd64 bookworm build/portability/libelogind \
    libelogind-dev libelogind0
  prepare_build build/opened "$root" -DNOWPLAYING_OPEN_SD_BUS=ON
  run_script Tests/Release/Portability/opened build/opened build/portability/libelogind "$work/glibc"
  row "libsystemd, libelogind and basu opened at run time, and none" "C tests, integration tests; a player"
}

suite_debian() { # The Debian source package, built in sid by its own compiler; and packages for Debian 12 and 13.
  # Inputs: @library @packages packaging/make-debian packaging/debian Sources/Program Tests/Release/Install/debian*
  check "the source package in Debian sid" Tests/Release/Install/debian
  check "packages for Debian 12, by a toolchain in PATH" Tests/Release/Install/debian-stable
  local -x FRESH_DEBIAN=trixie
  check "a new Debian 13" Tests/Lab/shell/fresh make
  check "packages for Debian 13, by the same toolchain" Tests/Lab/shell/fresh run Tests/Release/Install/debian-stable
}

suite_recipes() { # What distributions other than Debian build the sources by, as far as Debian's tools go.
  # Inputs: packaging/alpine packaging/arch packaging/flatpak packaging/nix packaging/rpm
  #   Tests/Release/Install/recipes
  check "recipes of other distributions" Tests/Release/Install/recipes
}

suite_debians() { # The suites that drive the library, on Debian 13 with its own libraries and buses.
  # Inputs: @library Sources/Program Tests/Lab/shell/fresh
  local -x FRESH_DEBIAN=trixie
  check "a new Debian 13" Tests/Lab/shell/fresh make
  run_script Tests/Lab/shell/fresh run Tests/run abi integration protocol surface tool
  row "Debian 13" "C tests, integration, protocol, surfaces, the program"
}

suite_swift62() { # The library by Debian sid's own compiler, Swift 6.2, on its libraries and buses.
  # Inputs: @library Tests/Lab/shell/fresh
  local -x FRESH_DEBIAN=sid
  check "a new Debian sid" Tests/Lab/shell/fresh make
  check "its compiler" Tests/Lab/shell/fresh run apt-get install -y --no-install-recommends swiftlang
  run_script Tests/Lab/shell/fresh run env SWIFT=/usr/bin/swift Tests/run abi integration protocol surface
  row "Debian sid with its Swift 6.2" "C tests, integration, protocol, surfaces"
}

suite_dist() { # The tarball that needs no Swift, in new Debians with a C compiler alone.
  # Inputs: @library @tarball Sources/Program bindings/python bindings/rust Tests/Release/Install
  prepare_packages binutils debootstrap git xz-utils
  configure_plain
  check "the tarball of assembly" Tests/Release/Install/test-dist "${served[@]}" build
  row "Debian 11 and 12 without Swift" "tarball: make, Meson, pip, Cargo; C programs, a player, shared and static"
}

suite_wheels() { # Wheels for x86_64, arm64 and musl, judged by auditwheel, installed in Debians with Python alone.
  # Inputs: @tarball packaging/make-wheels bindings/python Sources/Program Tests/Release/Install/wheels
  prepare_packages binutils debootstrap git xz-utils
  make_portable_tarball
  check "wheels" Tests/Release/Install/wheels build/portable.tar.xz
  row "Debian 11, 12, 13 and arm64 with Python alone" "wheels that auditwheel accepts; a player in Python"
}

suite_npm() { # The package for npm, for x64, arm64, glibc and musl; its tests with Node of Debian 12, 13 and sid.
  # Inputs: @tarball packaging/make-node bindings/node Tests/Release/Install/node
  prepare_packages binutils debootstrap git xz-utils
  make_portable_tarball
  check "the package for npm" Tests/Release/Install/node build/portable.tar.xz
  row "Debian 12, 13 and sid with their own Node; arm64; musl" "the package that npm installs, its tests, a player"
}

suite_release() { # All that a release has, made twice with the same bytes, each file tried in a new Debian.
  # Inputs: @tarball packaging/release packaging/sbom packaging/copyright RELEASING.md CHANGELOG.md
  #   Tests/Release/Install/release
  prepare_packages binutils debootstrap git xz-utils
  check "a release" Tests/Release/Install/release "${served[@]}"
}
