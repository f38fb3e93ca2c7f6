#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# Usage: . Tests/Release/Install/roots.sh     (sourced after prepare.sh by scripts that set $root and $work: new
#                                             Debians,
#                                      in which something is built or installed as a user of it would)

# The folders that the script which sources this has set.
: "${work:?}" "${root:?}"
# shellcheck source=packaging/steps.sh
. "$root/packaging/steps.sh"

# Makes a new Debian of a release, as a folder of that name in $work, with the smallest system and these packages; the
# functions below then use that Debian.
make_root() {
  debian=$1
  shift
  rm -rf --one-file-system "${work:?}/$debian"
  mkdir -p "$work/debs/partial"
  quietly "$debian-make" debootstrap --variant=minbase --cache-dir="$work/debs" \
    ${1:+"--include=$(IFS=, && echo "$*")"} "$debian" "$work/$debian"
  mkdir "$work/$debian/use"
}

# Runs a command in a Debian, with its own processes, which end with it.
inside() {
  unshare --mount --pid --fork --kill-child sh -c \
    'mount -t proc proc "$0/proc" && mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm" && exec chroot "$0" "$@"' \
    "$work/$debian" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive PYTHONPATH=/use/Tests/Lab:/use/contract "$@"
}

install_inside() { quietly "$debian-install" inside apt-get install -y --no-install-recommends "$@"; }

# Makes a new Debian as make_root does, which is kept for the next time, with these packages, none of whose services is
# started: keep_root RELEASE WHAT-IT-IS-FOR PACKAGE…
keep_root() {
  local what=$2
  debian=$1
  shift 2
  if [ ! -e "$work/$debian.made" ]; then
    step "a new Debian $debian with $what"
    make_root "$debian"
    # The mirror's release file may have expired: some mirrors are days behind.
    echo 'Acquire::Check-Valid-Until "false";' >"$work/$debian/etc/apt/apt.conf.d/90-mirror"
    printf '#!/bin/sh\nexit 101\n' >"$work/$debian/usr/sbin/policy-rc.d"
    chmod +x "$work/$debian/usr/sbin/policy-rc.d"
    # Writing to disk safely is not needed: after a crash everything is made anew.
    echo force-unsafe-io >"$work/$debian/etc/dpkg/dpkg.cfg.d/90-unsafe"
    quietly "$debian-update" inside apt-get update
    touch "$work/$debian.made"
  fi
  if [ "$(cat "$work/$debian.made")" != "$*" ]; then
    quietly "$debian-configure" inside dpkg --configure -a # what an interrupted run has left
    install_inside "$@"
    echo "$*" >"$work/$debian.made"
  fi
}
