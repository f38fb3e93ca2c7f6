// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
//
// The ordinary build: for Swift programs and the Swift tests. CMake builds libnowplaying.so.

import PackageDescription

let package = Package(
  name: "NowPlaying",
  products: [
    // One product each, so that a program sees only the Apple modules that it asks for: third-party code looks for
    // them by canImport.
    .library(name: "NowPlaying", targets: ["NowPlaying"]),
    .library(name: "MediaPlayer", targets: ["MediaPlayer"]),
    .library(name: "AVFAudio", targets: ["AVFAudio"]),
  ],
  targets: [
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "NowPlayingC", path: "include"),
    .target(name: "CPlatform", dependencies: ["CSystemd"], cSettings: [.define("_GNU_SOURCE")]),
    .target(
      name: "NowPlayingCore", exclude: ["MPRIS/Rules.md", "Protocol/protocol.md", "Protocol/org.nowplaying.xml"]),
    .target(name: "NowPlayingBus", dependencies: ["NowPlayingCore", "CPlatform", "CSystemd"]),
    .target(name: "NowPlayingEngine", dependencies: ["NowPlayingBus", "NowPlayingCore", "CPlatform", "CSystemd"]),
    .target(
      name: "NowPlayingABI", dependencies: ["NowPlayingEngine", "NowPlayingCore", "CPlatform", "NowPlayingC"],
      exclude: ["libnowplaying.map", "NowPlayingConfig.cmake.in", "nowplaying.pc.in"]),
    // What the Apple modules share: the program's app and the way to the main actor.
    .target(name: "NowPlayingHost", dependencies: ["NowPlayingEngine", "NowPlayingCore"]),
    .target(name: "NowPlaying", dependencies: ["NowPlayingHost", "NowPlayingEngine", "NowPlayingCore"]),
    .target(name: "MediaPlayer", dependencies: ["NowPlayingHost", "NowPlayingEngine", "NowPlayingCore"]),
    .target(name: "AVFAudio", dependencies: ["NowPlayingBus", "CPlatform"]),
    // What the Swift tests share: a private bus, programs, and waiting.
    .target(name: "SwiftSupport", path: "Tests/SwiftSupport"),
    .testTarget(
      name: "NowPlayingBusTests",
      dependencies: ["NowPlayingBus", "NowPlayingCore", "CPlatform", "CSystemd", "SwiftSupport"]),
    .testTarget(name: "NowPlayingCoreTests", dependencies: ["NowPlayingCore", "SwiftSupport"]),
    .testTarget(
      name: "NowPlayingEngineTests",
      dependencies: [
        "NowPlayingEngine", "NowPlayingBus", "NowPlayingCore", "NowPlayingC", "CPlatform", "CSystemd", "SwiftSupport",
      ]),
    .testTarget(
      name: "NowPlayingTests",
      dependencies: ["NowPlaying", "NowPlayingHost", "NowPlayingEngine", "NowPlayingCore", "SwiftSupport"]),
    .testTarget(
      name: "MediaPlayerTests", dependencies: ["MediaPlayer", "NowPlaying", "NowPlayingHost", "SwiftSupport"]),
    .executableTarget(name: "AVFAudioPeer", dependencies: ["AVFAudio"], path: "Tests/AVFAudioPeer"),
    .testTarget(
      name: "AVFAudioTests",
      dependencies: [
        "AVFAudio", "AVFAudioPeer", "NowPlayingHost", "NowPlayingEngine", "NowPlayingCore", "SwiftSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
