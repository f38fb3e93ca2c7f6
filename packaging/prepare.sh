#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# Usage: . packaging/prepare.sh     (sourced by scripts that have set $root, as Tests/run and examples/demo; defines the
#                                    functions below)
#
#   prepare_packages PACKAGE…   installs the Debian packages that are missing
#   prepare_swift               finds a Swift toolchain that builds the library, installs what it and the build need;
#                               sets SWIFT and SWIFTC, puts their folder first in PATH
#   prepare_python              finds Debian's Python: sets PYTHON
#   prepare_build DIR SOURCE [WORD…]   configures SOURCE into DIR with CMake, and builds it; a WORD is an option of
#                               CMake's (-D…), or a target (install) instead of all
#
# Each ends the script with one sentence when it cannot do its work, and says nothing when there is nothing to do.

# Packages to build the library with, and those that the programs of the toolchain itself are linked with.
PREPARE_BUILD_PACKAGES=(cmake ninja-build g++ pkg-config libsystemd-dev libcurl4 libncurses6
  libsqlite3-0 libuuid1 libxml2)

# Numbers, texts and messages as the scripts expect them, whoever runs them: German has a comma in 1.5, and Turkish no
# dot on a capital i.
export LC_ALL=C.UTF-8
unset LANGUAGE

# Scripts in Python import packages by name: lab and field, which the tests share, testkit, which is installed, and abi,
# which reads the headers.
export PYTHONPATH=${root:?}/Tests/Lab:$root/Tests/Field:$root/contract${PYTHONPATH:+:$PYTHONPATH}
export PATH=$root/Tests/Lab/shell:$PATH

prepare_fail() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

prepare_packages() {
  command -v dpkg-query >/dev/null || prepare_fail "This needs Debian 12, whose packages it uses: $*."
  # Asks dpkg-query once for all packages, because this runs at every start and must not be felt. The call fails if one
  # of the packages is unknown, which then counts as missing.
  local installed package missing=()
  installed=" $(dpkg-query -W -f '${db:Status-Status} ${Package} ' "$@" 2>/dev/null || true)"
  for package; do
    [[ $installed == *" installed $package "* ]] || missing+=("$package")
  done
  ((${#missing[@]})) || return 0

  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    as_root=(sudo)
    # With a terminal sudo may ask for the password; without one it must not hang.
    if ! command -v sudo >/dev/null || { [ ! -t 0 ] && ! sudo -n true 2>/dev/null; }; then
      prepare_fail "Debian packages are missing and only root can install them:" \
        "run 'apt-get install ${missing[*]}' as root, then this again."
    fi
  fi
  echo "Installing Debian packages and what they need: ${missing[*]}"
  # One at a time: the package lists have a lock for which apt-get does not wait.
  local log lock
  exec {lock}</var/lib/dpkg
  flock "$lock"
  log=$(mktemp -t prepare-apt.XXXXXX)
  # A fresh machine has no package lists and an old one has stale ones: both fail at once, and are refreshed once.
  if ! prepare_apt "$log" install -y --no-install-recommends "${missing[@]}"; then
    echo "Refreshing the package lists"
    prepare_apt "$log" update
    prepare_apt "$log" install -y --no-install-recommends "${missing[@]}" || prepare_explain "$log" "${missing[*]}"
  fi
  rm -f "$log"
  exec {lock}<&-
}

# Runs apt-get without questions, in English so that its errors can be distinguished. Shows a line for every 25 steps.
prepare_apt() {
  local log=$1
  shift
  # sudo clears the environment, so the variables come after it.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=2 \
    "$@" </dev/null 2>&1 | tee "$log" | prepare_progress '^(Get:|Unpacking |Setting up )' 25
  return "${PIPESTATUS[0]}"
}

# Shows every COUNTth line that matches PATTERN.
prepare_progress() {
  local pattern=$1 count=$2 line seen=0
  while IFS= read -r line; do
    [[ $line =~ $pattern ]] && ((++seen % count == 0)) && echo "  … ${line:0:110}"
  done
  return 0
}

# Says in one sentence why apt-get failed.
prepare_explain() {
  local log=$1 packages=$2
  if grep -qE 'Permission denied|are you root|not allowed to execute' "$log"; then
    prepare_fail "No permission to install the Debian packages $packages (apt-get's own words: $log)."
  elif grep -qE 'Could not (resolve|connect)|Temporary failure|Failed to fetch|unreachable' "$log" ||
    ! ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1; then
    # Without a network `apt-get update` still ends well, and then every package is an unknown one.
    prepare_fail "No network: the Debian packages $packages could not be fetched (apt-get's own words: $log)."
  elif grep -qE 'Unable to locate package|no installation candidate' "$log"; then
    prepare_fail "The package sources of this system lack some of $packages: use those of Debian 12 (see $log)."
  fi
  prepare_fail "apt-get could not install $packages (its own words: $log)."
}

prepare_swift() {
  local found=${SWIFT:-} version
  # SWIFT may name the program or the folder of a toolchain.
  if [ -d "$found" ]; then
    for found in "$SWIFT/swift" "$SWIFT/bin/swift" "$SWIFT/usr/bin/swift"; do [ -x "$found" ] && break; done
  elif [ -z "$found" ]; then
    found=$(command -v swift) || found=/opt/swift/usr/bin/swift
  fi
  # Other programs are called swift too: a toolchain has a compiler beside it.
  if [ ! -x "$found" ] || [ ! -x "$(dirname "$found")/swiftc" ]; then
    prepare_fail "No Swift toolchain: install Swift 6.3 from swift.org, and put it into PATH or name it in SWIFT."
  fi
  prepare_packages "${PREPARE_BUILD_PACKAGES[@]}"
  version=$("$found" --version 2>&1 | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' | head -n 1)
  if [ -z "$version" ]; then
    prepare_fail "$found does not run: $("$found" --version 2>&1 | head -n 1)"
  elif ((${version%.*} * 1000 + ${version#*.} < 6002)); then
    prepare_fail "Swift $version in $(dirname "$found") is too old: Swift 6.2 or newer builds the library;" \
      "install Swift 6.3 or newer from swift.org, which builds all."
  fi
  SWIFT=$(cd "$(dirname "$found")" && pwd)/swift
  SWIFTC=$(dirname "$SWIFT")/swiftc
  PATH=$(dirname "$SWIFT"):$PATH
  export SWIFT SWIFTC PATH
}

# Uses Debian's own Python: no other finds the Python modules that Debian packages.
prepare_python() {
  export PYTHON=/usr/bin/python3
  [ -x "$PYTHON" ] || prepare_packages python3
}

# Configures a build in a folder. The words after the source are options of CMake.
prepare_configured() {
  local dir=$1 source=$2 log=$1/prepare.log
  shift 2
  if ! mkdir -p "$dir" 2>/dev/null || [ ! -w "$dir" ]; then prepare_fail "No permission to write $dir."; fi
  # CMake refuses the cache of a checkout that was moved or copied.
  local cache=$dir/CMakeCache.txt
  if [ -f "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$source" "$cache"; then
    rm -rf "$cache" "$dir/CMakeFiles"
  fi
  if ! cmake -G Ninja -S "$source" -B "$dir" -DCMAKE_Swift_COMPILER="$SWIFTC" "$@" >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    prepare_fail "CMake could not configure the build (its own words: $log)."
  fi
}

prepare_build() {
  local dir=$1 source=$2 log=$1/prepare.log word options=() targets=()
  shift 2
  for word; do
    if [[ $word == -* ]]; then options+=("$word"); else targets+=(--target "$word"); fi
  done
  prepare_configured "$dir" "$source" "${options[@]}"
  cmake --build "$dir" "${targets[@]}" 2>&1 | tee "$log" | prepare_progress '^\[' 10
  if [ "${PIPESTATUS[0]}" != 0 ]; then
    tail -n 40 "$log" >&2
    prepare_fail "The build failed (all of its output: $log)."
  fi
}
