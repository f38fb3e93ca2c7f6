// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import PackageDescription

let package = Package(
  name: "swift-in-foreign-loops",
  products: [.library(name: "Tuner", type: .dynamic, targets: ["Tuner"])],
  dependencies: [.package(name: "NowPlaying", path: "../..")],
  targets: [
    .target(name: "Tuner", dependencies: [.product(name: "NowPlaying", package: "NowPlaying")])
  ],
  swiftLanguageModes: [.v6]
)
