// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
//
// The ordinary build: for Swift programs and the Swift tests, by Swift 6.3. CMake builds libnowplaying.so, also by 6.2,
// which does not know @implementation: CMake has it compile copies without (docs/install.md, "From source").

import PackageDescription

let package = Package(
  name: "NowPlaying",
  products: [
    // One product each, so that a program sees only the Apple modules that it asks for: third-party code looks for
    // them by canImport.
    .library(name: "NowPlaying", targets: ["NowPlaying"]),
    .library(name: "MediaPlayer", targets: ["MediaPlayer"]),
    .library(name: "AVFAudio", targets: ["AVFAudio"]),
    .library(name: "ExtensionFoundation", targets: ["ExtensionFoundation"]),
  ],
  targets: [
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "NowPlayingC", path: "include"),
    .target(name: "CPlatform", dependencies: ["CSystemd"], cSettings: [.define("_GNU_SOURCE")]),
    .target(name: "NowPlayingCore", exclude: ["MPRIS/Rules.md", "Protocol/org.nowplaying.xml"]),
    .target(name: "NowPlayingBus", dependencies: ["NowPlayingCore", "CPlatform", "CSystemd"]),
    .target(name: "NowPlayingEngine", dependencies: ["NowPlayingBus", "NowPlayingCore", "CPlatform", "CSystemd"]),
    // The arguments, results and handles of both C interfaces.
    .target(name: "NowPlayingBoundary", dependencies: ["NowPlayingBus", "NowPlayingCore", "CPlatform", "NowPlayingC"]),
    .target(
      name: "NowPlayingABI",
      dependencies: [
        "NowPlayingEngine", "NowPlayingBoundary", "NowPlayingBus", "NowPlayingCore", "CPlatform", "NowPlayingC",
      ],
      exclude: ["libnowplaying.map", "NowPlayingConfig.cmake.in", "nowplaying.pc.in"]),
    // The other side: a surface, which shows and drives players.
    .target(
      name: "NowPlayingSurface",
      dependencies: ["NowPlayingBoundary", "NowPlayingBus", "NowPlayingCore", "CPlatform", "NowPlayingC"],
      exclude: ["libnowplaying-surface.map", "nowplaying-surface.pc.in"]),
    // What the Apple modules share: the program's app and the way to the main actor.
    .target(name: "AppleSupport", dependencies: ["NowPlayingEngine", "NowPlayingCore"]),
    // Sessions on other devices: their extension's program, and the app's way to it.
    .target(
      name: "NowPlayingRemote",
      dependencies: [
        "NowPlayingPush", "AppleSupport", "NowPlayingEngine", "NowPlayingBus", "NowPlayingCore", "CPlatform",
      ],
      exclude: ["org.nowplaying.RemoteMedia1.xml"]),
    .target(name: "ExtensionFoundation", dependencies: ["NowPlayingRemote"]),
    .target(
      name: "NowPlaying",
      dependencies: [
        "ExtensionFoundation", "NowPlayingRemote", "NowPlayingPush", "AppleSupport", "NowPlayingEngine",
        "NowPlayingCore",
      ]),
    .target(name: "MediaPlayer", dependencies: ["AppleSupport", "NowPlayingEngine", "NowPlayingCore"]),
    .target(name: "AVFAudio", dependencies: ["NowPlayingBus", "CPlatform"]),
    // Pushes to sessions on other devices: what a push is, and who delivers it.
    .target(name: "CLibcrypto"),
    .target(
      name: "NowPlayingPush", dependencies: ["NowPlayingBus", "NowPlayingCore", "CPlatform", "CSystemd", "CLibcrypto"]),
    // What the Swift tests share: a private bus, programs, and waiting.
    .target(name: "SwiftSupport", path: "Tests/SwiftSupport"),
    .testTarget(
      name: "NowPlayingBusTests",
      dependencies: ["NowPlayingBus", "NowPlayingCore", "CPlatform", "CSystemd", "SwiftSupport"]),
    .testTarget(
      name: "NowPlayingSurfaceTests", dependencies: ["NowPlayingSurface", "NowPlayingBus", "NowPlayingCore"]),
    .testTarget(name: "NowPlayingCoreTests", dependencies: ["NowPlayingCore", "SwiftSupport"]),
    .testTarget(
      name: "NowPlayingEngineTests",
      dependencies: [
        "NowPlayingEngine", "NowPlayingBus", "NowPlayingCore", "NowPlayingC", "CPlatform", "CSystemd", "SwiftSupport",
      ]),
    .testTarget(
      name: "NowPlayingTests",
      dependencies: [
        "NowPlaying", "ExtensionFoundation", "AppleSupport", "NowPlayingEngine", "NowPlayingCore", "SwiftSupport",
      ]),
    .testTarget(
      name: "MediaPlayerTests", dependencies: ["MediaPlayer", "NowPlaying", "AppleSupport", "SwiftSupport"]),
    // What the tests of the remote part run.
    .executableTarget(name: "RemoteApp", dependencies: ["NowPlaying"], path: "Tests/Remote/App"),
    .executableTarget(
      name: "RemoteExtension", dependencies: ["NowPlaying", "ExtensionFoundation"], path: "Tests/Remote/Extension"),
    .executableTarget(
      name: "RemoteExtensionComputed", dependencies: ["NowPlaying", "ExtensionFoundation"],
      path: "Tests/Remote/ExtensionComputed"),
    .testTarget(
      name: "NowPlayingPushTests",
      dependencies: ["NowPlayingPush", "NowPlayingBus", "NowPlayingCore", "CPlatform", "SwiftSupport"],
      exclude: ["encrypt.py"]),
    // The fuzzer of what a push server sends. Tests/Support/suites.sh says how it is built with libFuzzer.
    .executableTarget(name: "fuzz-push", dependencies: ["NowPlayingPush"], path: "Tests/Fuzz/push"),
    // What the benchmark of the remote part compares with.
    .executableTarget(
      name: "BenchmarkLocal", dependencies: ["NowPlaying", "NowPlayingPush"], path: "Tests/Benchmarks/remote.d"),
    .executableTarget(name: "AVFAudioPeer", dependencies: ["AVFAudio"], path: "Tests/AVFAudioPeer"),
    .testTarget(
      name: "AVFAudioTests",
      dependencies: [
        "AVFAudio", "AVFAudioPeer", "AppleSupport", "NowPlayingEngine", "NowPlayingCore", "SwiftSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
