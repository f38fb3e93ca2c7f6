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
    // The additions to Apple's types, for what Linux's desktops have beyond them. It brings AVFAudio along.
    .library(name: "NowPlayingExtras", targets: ["NowPlayingExtras"]),
  ],
  targets: [
    .systemLibrary(
      name: "CNowPlayingSystemd", path: "Sources/Library/Systemd", pkgConfig: "libsystemd",
      providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "NowPlayingC", path: "include"),
    .target(
      name: "CNowPlayingPlatform", dependencies: ["CNowPlayingSystemd"], path: "Sources/Library/Platform",
      cSettings: [.define("_GNU_SOURCE")]),
    .target(
      name: "NowPlayingCore", path: "Sources/Library/Core", exclude: ["MPRIS/Rules.md", "Protocol/org.nowplaying.xml"]),
    .target(
      name: "NowPlayingBus", dependencies: ["NowPlayingCore", "CNowPlayingPlatform", "CNowPlayingSystemd"],
      path: "Sources/Library/Bus"),
    .target(
      name: "NowPlayingEngine",
      dependencies: ["NowPlayingBus", "NowPlayingCore", "CNowPlayingPlatform", "CNowPlayingSystemd"],
      path: "Sources/Library/Engine"),
    // The arguments, results and handles of both C interfaces.
    .target(
      name: "NowPlayingBoundary",
      dependencies: ["NowPlayingBus", "NowPlayingCore", "CNowPlayingPlatform", "NowPlayingC"],
      path: "Sources/Library/Boundary"),
    .target(
      name: "NowPlayingABI",
      dependencies: [
        "NowPlayingEngine", "NowPlayingBoundary", "NowPlayingBus", "NowPlayingCore", "CNowPlayingPlatform",
        "NowPlayingC",
      ],
      path: "Sources/Library/ABI", exclude: ["libnowplaying.map", "NowPlayingConfig.cmake.in", "nowplaying.pc.in"]),
    // The other side: a surface, which shows and drives players.
    .target(
      name: "NowPlayingSurface",
      dependencies: ["NowPlayingBoundary", "NowPlayingBus", "NowPlayingCore", "CNowPlayingPlatform", "NowPlayingC"],
      path: "Sources/Library/Surface", exclude: ["libnowplaying-surface.map", "nowplaying-surface.pc.in"]),
    // What the Apple modules share: the program's app and the way to the main actor.
    .target(
      name: "AppleSupport", dependencies: ["NowPlayingEngine", "NowPlayingBus", "NowPlayingCore"],
      path: "Sources/Apple/Support"),
    // Sessions on other devices: their extension's program, and the app's way to it.
    .target(
      name: "NowPlayingRemote",
      dependencies: [
        "NowPlayingPush", "AppleSupport", "NowPlayingEngine", "NowPlayingBus", "NowPlayingCore", "CNowPlayingPlatform",
      ],
      path: "Sources/Apple/Remote", exclude: ["org.nowplaying.RemoteMedia1.xml"]),
    .target(name: "ExtensionFoundation", dependencies: ["NowPlayingRemote"], path: "Sources/Apple/ExtensionFoundation"),
    .target(
      name: "NowPlaying",
      dependencies: [
        "ExtensionFoundation", "NowPlayingRemote", "NowPlayingPush", "AppleSupport", "NowPlayingEngine",
        "NowPlayingCore", "CNowPlayingLinking",
      ],
      path: "Sources/Apple/NowPlaying"),
    .target(
      name: "NowPlayingExtras", dependencies: ["NowPlaying", "AVFAudio", "AppleSupport", "NowPlayingCore"],
      path: "Sources/Apple/Extras"),
    // Leaves the network client of URLSession out of programs that do not use it.
    .target(name: "CNowPlayingLinking", path: "Sources/Apple/Linking"),
    .target(
      name: "MediaPlayer",
      dependencies: ["AppleSupport", "NowPlayingEngine", "NowPlayingBus", "NowPlayingCore", "CNowPlayingPlatform"],
      path: "Sources/Apple/MediaPlayer"),
    .target(
      name: "AVFAudio", dependencies: ["NowPlayingBus", "NowPlayingCore", "CNowPlayingPlatform"],
      path: "Sources/Apple/AVFAudio"),
    // Pushes to sessions on other devices: what a push is, and who delivers it.
    .target(name: "CNowPlayingLibcrypto", path: "Sources/Apple/Libcrypto"),
    .target(
      name: "NowPlayingPush",
      dependencies: [
        "NowPlayingBus", "NowPlayingCore", "CNowPlayingPlatform", "CNowPlayingSystemd", "CNowPlayingLibcrypto",
      ],
      path: "Sources/Apple/Push"),
    // What the Swift tests share: a private bus, programs, and waiting.
    .target(
      name: "SwiftSupport", dependencies: ["NowPlayingCore"], path: "Tests/Lab/Swift", exclude: ["leaks.txt"]),
    .testTarget(
      name: "NowPlayingBusTests",
      dependencies: ["NowPlayingBus", "NowPlayingCore", "CNowPlayingPlatform", "CNowPlayingSystemd", "SwiftSupport"],
      path: "Tests/Library/Bus"),
    .testTarget(
      name: "NowPlayingSurfaceTests",
      dependencies: ["NowPlayingSurface", "NowPlayingBus", "NowPlayingCore", "SwiftSupport"],
      path: "Tests/Library/SurfaceModel"),
    .testTarget(
      name: "NowPlayingCoreTests", dependencies: ["NowPlayingCore", "SwiftSupport"], path: "Tests/Library/Core"),
    .testTarget(
      name: "NowPlayingEngineTests",
      dependencies: [
        "NowPlayingEngine", "NowPlayingBus", "NowPlayingCore", "NowPlayingC", "CNowPlayingPlatform",
        "CNowPlayingSystemd", "SwiftSupport",
      ],
      path: "Tests/Library/Engine"),
    .testTarget(
      name: "NowPlayingTests",
      dependencies: [
        "NowPlaying", "NowPlayingExtras", "ExtensionFoundation", "AppleSupport", "NowPlayingEngine", "NowPlayingCore",
        "SwiftSupport",
      ],
      path: "Tests/Apple/NowPlaying"),
    .testTarget(
      name: "MediaPlayerTests", dependencies: ["MediaPlayer", "NowPlaying", "AppleSupport", "SwiftSupport"],
      path: "Tests/Apple/MediaPlayer"),
    // What the tests of the remote part run.
    .executableTarget(
      name: "RemoteApp", dependencies: ["NowPlaying", "NowPlayingExtras"], path: "Tests/Apple/Remote/App"),
    .executableTarget(
      name: "RemoteExtension", dependencies: ["NowPlaying", "ExtensionFoundation"], path: "Tests/Apple/Remote/Extension"
    ),
    .executableTarget(
      name: "RemoteExtensionComputed", dependencies: ["NowPlaying", "ExtensionFoundation"],
      path: "Tests/Apple/Remote/ExtensionComputed"),
    .testTarget(
      name: "NowPlayingPushTests",
      dependencies: ["NowPlayingPush", "NowPlayingBus", "NowPlayingCore", "CNowPlayingPlatform", "SwiftSupport"],
      path: "Tests/Apple/Push", exclude: ["encrypt.py"]),
    // The fuzzer of what a push server sends. Tests/Lab/shell/suites.sh says how it is built with libFuzzer.
    .executableTarget(name: "fuzz-push", dependencies: ["NowPlayingPush"], path: "Tests/Library/Fuzz/push"),
    // What the benchmark of the remote part compares with.
    .executableTarget(
      name: "BenchmarkLocal", dependencies: ["NowPlaying", "NowPlayingPush"],
      path: "Tests/Library/Benchmarks/remote.d"),
    .executableTarget(
      name: "AVFAudioPeer", dependencies: ["AVFAudio", "NowPlayingExtras"], path: "Tests/Apple/AVFAudioPeer"),
    .testTarget(
      name: "AVFAudioTests",
      dependencies: [
        "AVFAudio", "AVFAudioPeer", "NowPlayingExtras", "AppleSupport", "NowPlayingEngine", "NowPlayingCore",
        "SwiftSupport",
      ],
      path: "Tests/Apple/AVFAudio"),
  ],
  swiftLanguageModes: [.v6]
)

// Tests/run compiles and runs the tests of the library alone; `swift test` has those of Apple's modules too.
if Context.environment["NOWPLAYING_TESTS"] == "library" {
  package.targets.removeAll { $0.path?.hasPrefix("Tests/Apple/") == true }
}
