#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# Usage: . Tests/Lab/shell/faces.sh     (sourced by Tests/run-long, after suites.sh; its suites of desktops and of what
#                                        shows a player there)

# The folder of the project, which is set by the script that sources this.
: "${root:?}"

suite_desktops() { # Real desktops, with a player in C, with mpv and with VLC.
  # Inputs: @wire plugins/mpv plugins/vlc plugins/common @desktops Tests/Field/Desktops/run
  #   Tests/Field/Desktops/xfce.py Tests/Field/Desktops/nemo.py Tests/Field/Desktops/kdeconnect.py
  #   Tests/Field/Desktops/bluez.py Tests/Field/Desktops/gnome.py Tests/Field/Desktops/plasma.py
  #   Tests/Field/Desktops/hero Tests/Field/Desktops/hero.py Tests/Field/Desktops/heroes.py
  #   Tests/Field/Desktops/pictures.py
  #   Tests/Field/Desktops/player.py
  prepare_packages libavformat-dev libdbus-1-dev libmpv-dev libswscale-dev libvlccore-dev
  build_plain
  run_script Tests/Field/Desktops/run
  run_script Tests/Field/Desktops/run --player mpv
  run_script Tests/Field/Desktops/run --player vlc
}

suite_desktops-13() { # The same with those of Debian 13, in a new one; phosh with our change, in sid of PHOSH_SOURCE.
  # Inputs: @wire plugins/phosh plugins/mpv plugins/vlc plugins/common/po @desktops Tests/Field/Desktops/debian-13
  #   Tests/Field/Desktops/*phosh* Tests/Field/Desktops/look* Tests/Field/Desktops/posed.py
  #   Tests/Field/Desktops/swaync.py Tests/Field/Desktops/gnome.py
  #   Tests/Field/Desktops/plasma.py Tests/Field/Desktops/pictures.py
  build_plain
  run_script Tests/Field/Desktops/debian-13
  row "Debian 13 with GNOME 48, Plasma 6.3, phosh, SwayNC and Waybar" "a player in C, mpv and VLC with their plugins"
  run_script Tests/Field/Desktops/phoshes trixie
  row "phosh 0.46 of Debian 13 with the change of plugins/phosh" "a player in C, hostile players"
  [ -z "${PHOSH_SOURCE:-}" ] || run_script Tests/Field/Desktops/phoshes sid "$PHOSH_SOURCE"
}

suite_inhibit() { # nowplaying daemon keeps swayidle of Debian 13 and sid, hypridle, GNOME 51 and Plasma 6.7 awake.
  # Inputs: Sources/Library/Surface Sources/Program/Daemon contract/testkit/fakes.py contract/testkit/wire.py
  #   Tests/Field/Desktops/inhibit Tests/Field/Desktops/awake.py Tests/Field/Desktops/idle.py
  #   Tests/Field/Desktops/inhibitors.py Tests/Field/Desktops/tree.sh
  build_plain
  run_script Tests/Field/Desktops/inhibit
  row "swayidle of Debian 13 and sid, hypridle, GNOME 51 and Plasma 6.7 of sid" "one player in Python, the real logind"
}

suite_waybar() { # The modules for Waybar of Debian 12, 13 and sid and for quickshell, in new ones.
  # Inputs: Sources/Program/Surface plugins/quickshell @desktops Tests/Field/Desktops/waybar*
  #   Tests/Field/Desktops/quickshell.py
  build_plain
  run_script Tests/Field/Desktops/waybars waybar
  row "Waybar 0.9 of Debian 12, 0.12 of Debian 13, 0.15 of Debian sid" "the module of the manual, a player in C"
  run_script Tests/Field/Desktops/waybars quickshell
  row "quickshell 0.3 of Debian sid" "the module of its page, a player in C"
}

suite_gnome-shell() { # The extension of GNOME Shell, clicked in new Debians with GNOME 48 and 51; the same without it.
  # Inputs: @wire plugins/gnome-shell plugins/common/po @desktops Tests/Field/Desktops/gnome-shell
  #   Tests/Field/Desktops/abroad.py Tests/Field/Desktops/cards.py Tests/Field/Desktops/costs.py
  #   Tests/Field/Desktops/drawn.py
  #   Tests/Field/Desktops/extension.py Tests/Field/Desktops/faces.py Tests/Field/Desktops/gnome.py
  #   Tests/Field/Desktops/handover.py Tests/Field/Desktops/hostile.py Tests/Field/Desktops/locked.py
  #   Tests/Field/Desktops/looks.py
  #   Tests/Field/Desktops/pictures.py Tests/Field/Desktops/player.py Tests/Field/Desktops/posed.py
  #   Tests/Field/Desktops/pressed.py Tests/Field/Desktops/small.py Tests/Field/Desktops/spoken.py
  build_plain
  run_script Tests/Field/Desktops/gnome-shell build
  row "Debian 13 with GNOME 48, Debian sid with GNOME 51" "the extension of GNOME Shell, a player in C"
}

suite_lockscreen() { # The lock screen in C with GTK 4, also of sid: clicked, swiped; the examples in Swift.
  # Inputs: @wire Sources/Library/Surface examples/lockscreen plugins/common/po Tests/Release/Examples/lockscreen*
  #   Tests/Field/field/screen/lockscreen.py Tests/Field/field/compared/costs.py
  #   Tests/Field/Desktops/locked.py
  prepare_lockscreen fonts-inter gstreamer1.0-libav gstreamer1.0-plugins-good icecast2 libgtk-4-media-gstreamer \
    libmpdclient-dev libmpv-dev mpc mpd mpv mpv-mpris python3-dbusmock python3-numpy webp
  run_script Tests/Release/Examples/lockscreen build build/lockscreen/lockscreen
  run_script Tests/Release/Examples/lockscreen-sid build build/lockscreen/installed
  row "GTK 4 of Debian 12 and of sid" "the lock screen: clicks and swipes; words, a reader, rest, drawing"
}

suite_plasma-applet() { # plugins/plasma in Plasma 5.27, and in Plasma 6 of a new Debian 13 and sid: read, and clicked.
  # Inputs: Sources/Library/Surface bindings/qt plugins/plasma plugins/common/po Tests/Field/Plasma
  #   Tests/Field/field/asked_player.py
  prepare_packages at-spi2-core breeze-icon-theme dbus-bin dbus-daemon fonts-noto-cjk fonts-noto-core gettext \
    gir1.2-atspi-2.0 imagemagick libgl1-mesa-dri locales mpv mpv-mpris plasma-desktop-data plasma-workspace \
    python3-dbus python3-gi xdotool xvfb
  build_plain
  prepare_qt 5
  check "the applet" cmake -S plugins/plasma -B build/plasma5 -DCMAKE_INSTALL_PREFIX="$root/build/qt5/installed"
  check "the applet, installed" cmake --install build/plasma5
  check "Python's package" cp -rT bindings/python/src build/qt5/installed/python
  run_script Tests/Field/Plasma/run 5 build/qt5/installed build/Tests/Library/Protocol/trial-player build/plasma/5
  row "Plasma 5.27" "the applet, with the reference player and with mpv"
  run_script Tests/Field/Plasma/debians trixie build/qt5/installed build/Tests/Library/Protocol/trial-player \
    build/plasma/trixie
  row "Plasma 6.3 of Debian 13" "the same"
  run_script Tests/Field/Plasma/debians sid build/qt5/installed build/Tests/Library/Protocol/trial-player \
    build/plasma/sid
  row "Plasma 6 of Debian sid" "the same"
}
