// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import PackageDescription

let package = Package(
  name: "language",
  dependencies: [.package(name: "NowPlaying", path: "../../../../..")],
  targets: [
    .executableTarget(
      name: "language", dependencies: [.product(name: "NowPlaying", package: "NowPlaying")], path: "Sources")
  ]
)
