#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# Usage: . Tests/Desktops/tree.sh     (sourced by scripts that set $root: what the scripts of desktops use of other
#                                      suites, for a place that does not see the checkout)

# The folder that the script which sources this has set.
: "${root:?}"

# Copies fake players, and what these need, into a folder, for $TREE.
copy_tree() {
  mkdir -p "$1"/{Tests/{Support,Integration,SurfaceLibrary},docs}
  cp -r "$root/Tests/Support/desktop" "$1/Tests/Support"
  cp -r "$root/Tests/Integration/harness" "$1/Tests/Integration"
  cp "$root/Tests/SurfaceLibrary/fakes.py" "$1/Tests/SurfaceLibrary"
  cp -r "$root/include" "$1"
  cp "$root/docs/org.nowplaying.md" "$1/docs"
}
