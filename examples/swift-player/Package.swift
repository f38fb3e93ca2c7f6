// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "swift-player",
  dependencies: [.package(name: "NowPlaying", path: "../..")],
  targets: [
    .systemLibrary(name: "CMPV", providers: [.apt(["libmpv-dev"])]),
    .executableTarget(
      name: "swift-player",
      dependencies: [
        "CMPV", .product(name: "NowPlaying", package: "NowPlaying"),
        .product(name: "NowPlayingExtras", package: "NowPlaying"),
      ],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
  ],
  swiftLanguageModes: [.v6]
)
