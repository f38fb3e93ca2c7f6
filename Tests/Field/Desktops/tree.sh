#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# Usage: . Tests/Field/Desktops/tree.sh     (sourced by scripts that set $root: what the scripts of desktops
#                                            share with other suites, for a place that does not see the checkout)

# The folder that the script which sources this has set, and the counts of `trial`.
: "${root:?}"
passed=0 failed=0

# Runs a command that prints a line "  ok" or "  FAIL" for each check, keeps these lines in a file, and counts them. One
# that ends with an error, or checks nothing, is a failure too.
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

# Copies fake players, and what these need, into a folder, for PYTHONPATH.
copy_tree() {
  mkdir -p "$1"/{Tests/Lab,bindings,docs}
  cp -r "$root/Tests/Lab/lab" "$1/Tests/Lab"
  cp -r "$root/bindings/abi" "$1/bindings"
  cp -r "$root/include" "$1"
  cp "$root/docs/org.nowplaying.md" "$1/docs"
}
