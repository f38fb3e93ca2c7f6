#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# Usage: . Tests/Field/Desktops/tree.sh     (sourced by scripts that set $root and pipefail: what the scripts of
#                                            desktops share with other suites, for a place that does not see the
#                                            checkout)

# The folder that the script which sources this has set, and the counts of `trial`.
: "${root:?}"
passed=0 failed=0

# Runs a command that prints a line "  ok" or "  FAIL" for each check, keeps these lines in a file, and counts them. A
# command that ends with an error, or checks nothing, is a failure too.
#   trial LINES NAME COMMAND…
trial() {
  local lines=$1 name=$2
  shift 2
  "$@" | tee "$lines" || grep -q '^  FAIL' "$lines" || echo "  FAIL  $name ended with an error" | tee -a "$lines"
  grep -q '^  \(ok\|FAIL\) ' "$lines" || echo "  FAIL  $name checked nothing" | tee -a "$lines"
  passed=$((passed + $(grep -c '^  ok ' "$lines" || true))) failed=$((failed + $(grep -c '^  FAIL' "$lines" || true)))
}

# Prints the counts as Tests/run-long reads them; the result is that of the script.
tell_trials() {
  echo "$passed passed, $failed failed"
  ((failed == 0 && passed > 0))
}

# Runs a command in a new Debian, after Tests/Release/Install/roots.sh, as a user without rights: sway, GNOME Shell and
# others refuse to run as root. Its programs are in /use/programs. Words before the command set its environment
# variables.
#   as_nobody [NAME=VALUE…] COMMAND…
as_nobody() {
  inside setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME=/use/work PLAYER= PROGRAMS=/use/programs \
    PYTHONPATH=/use/tree LD_LIBRARY_PATH=/use/programs \
    ART=file:///use/programs/cover.png "$@"
}

# Copies fake players, and what these need, into a folder, for PYTHONPATH.
copy_tree() {
  mkdir -p "$1"
  cp -r "$root/Tests/Field/field" "$1"
  cp -rL "$root/contract/testkit" "$1"
}
