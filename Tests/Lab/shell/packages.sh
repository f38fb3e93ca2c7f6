#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# Usage: . Tests/Lab/shell/packages.sh     (sourced by suites.sh; the packages of Debian that the suites need)

# Installs the packages to build and run the programs of the tests and examples with.
prepare_programs() {
  prepare_packages dbus-daemon libffi-dev libmpv-dev libavformat-dev libavcodec-dev libavutil-dev libswscale-dev \
    zlib1g-dev
}

# The clients and buses of the integration tests.
prepare_clients() {
  prepare_packages dbus dbus-broker dbus-daemon ffmpeg gcc gir1.2-gstreamer-1.0 gstreamer1.0-plugins-base \
    gstreamer1.0-plugins-good libglib2.0-bin libgstreamer1.0-dev pkg-config playerctl pulseaudio python3-dbusmock \
    python3-gi python3-pytest python3-pytest-xdist strace systemd util-linux
}

# Node, with the header of its C interface: of a machine's own, else Debian's.
prepare_node() {
  prepare_clients
  { command -v node >/dev/null && [ -e /usr/include/node/node_api.h ]; } || prepare_packages libnode-dev nodejs
}

# The programs that the tests in Swift start.
prepare_swift_tests() {
  prepare_packages dbus-daemon ffmpeg mpv mpv-mpris playerctl pulseaudio pulseaudio-utils python3-cryptography \
    python3-dbusmock python3-gi systemd
}

# Installs the packages that the tests of parts of the project need: the suite `mutate` needs them for several.
prepare_packages_of() {
  local part
  for part; do
    case $part in
      tool) prepare_packages bluez fish groff jq mandoc python3-gi zsh ;;
      python)
        prepare_packages binutils dbus-daemon ffmpeg gcc libc6-dev libglib2.0-bin mypy playerctl \
          python3-{gi,pip,pyqt5,pytest{,-xdist},setuptools,venv,wheel,yaml}
        ;;
      rust)
        prepare_packages binutils cargo dbus-daemon ffmpeg gcc libc6-dev pkg-config playerctl rust{c,-clippy,fmt} \
          systemd valgrind
        ;;
      glib)
        prepare_packages gettext gi-docgen gir1.2-{gdkpixbuf-2.0,gtk-4.0,soup-3.0} gjs gobject-introspection \
          libgirepository1.0-dev libglib2.0-dev lua-lgi lua5.3 make meson ninja-build python3-gi valac valgrind xvfb
        ;;
      playerctl)
        prepare_packages binutils gir1.2-playerctl-2.0 gobject-introspection libgirepository1.0-dev libglib2.0-dev \
          libplayerctl-dev libsystemd-dev meson ninja-build playerctl python3-gi valgrind
        ;;
      qt)
        prepare_packages qml{,6}-module-{qtqml,qtquick-layouts} qml-module-qt{qml-models2,quick2,quick-controls2} \
          qml-module-qtquick-window2 qml6-module-qt{qml-{models,workerscript},quick,quick-{controls,templates,window}} \
          qt{base,declarative}5-dev qt6-{base,declarative}-dev qt{6-declarative,declarative5}-dev-tools valgrind
        ;;
      mpv)
        prepare_packages lib{avformat,dbus-1,gdk-pixbuf-2.0,mpdclient,mpv,swscale}-dev mpc mpd mpv mpv-mpris \
          pulseaudio python3-gi valgrind xvfb
        ;;
      players)
        prepare_packages_of mpv
        prepare_packages audacious{,-dev,-plugins} libqt5multimedia5-plugins libvlccore-dev \
          libxine2{,-ffmpeg,-misc-plugins} python3-{mpv,pyqt{5,6}.qtmultimedia,vlc} vlc-{bin,plugin-base}
        ;;
      tags)
        prepare_packages atomicparsley flac gir1.2-gst-plugins-base-1.0 gstreamer1.0-libav \
          gstreamer1.0-plugins-{bad,ugly} id3v2 libavformat-dev libgstreamer{,-plugins-base}1.0-dev libvlccore-dev mpc \
          mpd mpv opus-tools pkg-config python3-mutagen python3-taglib vlc-plugin-base vorbis-tools
        ;;
      kodi) prepare_packages kodi libgl1-mesa-dri pulseaudio xvfb ;;
    esac
  done
}
