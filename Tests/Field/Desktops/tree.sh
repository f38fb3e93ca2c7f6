#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# Usage: . Tests/Field/Desktops/tree.sh     (sourced by scripts that set $root: what the scripts of desktops
#                                            share with other suites, for a place that does not see the checkout)

# The folder that the script which sources this has set.
: "${root:?}"

# Copies fake players, and what these need, into a folder, for PYTHONPATH.
copy_tree() {
  mkdir -p "$1"/{Tests/Lab,bindings,docs}
  cp -r "$root/Tests/Lab/lab" "$1/Tests/Lab"
  cp -r "$root/bindings/abi" "$1/bindings"
  cp -r "$root/include" "$1"
  cp "$root/docs/org.nowplaying.md" "$1/docs"
}
