// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import PackageDescription

let package = Package(
  name: "swift-in-foreign-loops",
  products: [
    .library(name: "Tuner", type: .dynamic, targets: ["Tuner"]),
    .executable(name: "tuner-executor", targets: ["Executor"]),
    .executable(name: "tuner-window", targets: ["Window"]),
  ],
  dependencies: [.package(name: "NowPlaying", path: "../..")],
  targets: [
    .target(name: "Tuner", dependencies: [.product(name: "NowPlaying", package: "NowPlaying")]),
    .executableTarget(name: "Executor", dependencies: ["Tuner"]),
    .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .executableTarget(
      name: "Window", dependencies: ["Tuner", "CGtk", .product(name: "NowPlaying", package: "NowPlaying")]),
  ],
  swiftLanguageModes: [.v6]
)
