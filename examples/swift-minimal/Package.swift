// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import PackageDescription

let package = Package(
  name: "swift-minimal",
  dependencies: [.package(name: "NowPlaying", path: "../..")],
  targets: [
    .executableTarget(
      name: "swift-minimal", dependencies: [.product(name: "NowPlaying", package: "NowPlaying")], path: "Sources")
  ]
)
