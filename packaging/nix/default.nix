# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
# The libraries and the program, of this tree: `pkgs.callPackage ./packaging/nix { }`.
{
  lib,
  cmake,
  ninja,
  pkg-config,
  swift,
  systemdLibs,
}:

# Swift's own clang reads the headers of C, and compiles what is in C.
swift.stdenv.mkDerivation {
  pname = "libnowplaying";
  version = "0.4.0";
  src = lib.cleanSource ../..;

  nativeBuildInputs = [
    cmake
    ninja
    pkg-config
    swift
  ];
  buildInputs = [ systemdLibs ];
  cmakeFlags = [ (lib.cmakeBool "NOWPLAYING_EXAMPLES" false) ];

  meta = {
    description = "Tells the desktop what a media player plays, and lets it drive the player";
    license = lib.licenses.asl20; # with the Swift exception
    mainProgram = "nowplaying";
    platforms = [
      "x86_64-linux"
      "aarch64-linux"
    ];
  };
}
