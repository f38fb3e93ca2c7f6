#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# Usage: . Tests/Lab/shell/machines.sh     (sourced by Tests/run-long, after suites.sh; the words in which it runs the
#                                           library on other machines, and with other libraries)

# The folder of the project, and the file of the counts, which the script that sources this has found.
: "${root:?}" "${counts:=}"

# Runs the library for each machine that is named; what begins with "--" is for the script that does.
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

# The C programs of a build, with the sd-bus that is unpacked in a folder.
run_with_libraries() {
  local -x LD_LIBRARY_PATH
  LD_LIBRARY_PATH=$(echo "$1"/usr/lib/*-linux-gnu)
  # shellcheck disable=SC2016 # the inner shell's variables
  check "it is loaded" sh -c 'ldd "$0" | grep -F "$1 => $2"' "$2/libnowplaying.so" "$3" "$LD_LIBRARY_PATH"
  run_ctest "$2" -E '^(header|library|surface-library)'
}
