#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# Usage: . packaging/steps.sh     (sourced after prepare.sh by scripts that set $root and $work: what they do, said
#                                  step by step)

# `work` is the folder for the files of the script that sources this one, `root` the folder of the project.
: "${work:?}" "${root:?}"

step() { echo "== $(basename "$0"): $*"; }

# Runs a command whose output is long: it goes to a file, and is shown only when the command fails.
quietly() {
  local log=$work/$1.log
  shift
  "$@" >"$log" 2>&1 && return
  tail -n 40 "$log" >&2
  prepare_fail "$(basename "$log" .log) failed (all of its output: $log)."
}

# The version that the header says.
header_version() {
  local version
  version=$(sed -nE 's/^#define NOWPLAYING_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)$/\2/p' \
    "$root/include/nowplaying/nowplaying.h" | paste -sd.)
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || prepare_fail "nowplaying.h says no version."
  echo "$version"
}
