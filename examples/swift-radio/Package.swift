// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import PackageDescription

let package = Package(
  name: "swift-radio",
  dependencies: [.package(name: "NowPlaying", path: "../..")],
  targets: [
    .executableTarget(
      name: "swift-radio", dependencies: [.product(name: "NowPlaying", package: "NowPlaying")],
      swiftSettings: [.defaultIsolation(MainActor.self)])
  ],
  swiftLanguageModes: [.v6]
)
