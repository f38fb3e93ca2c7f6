// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
import PackageDescription

let package = Package(
  name: "ten",
  dependencies: [.package(path: "../NowPlaying")],
  targets: [.executableTarget(name: "ten", dependencies: [.product(name: "NowPlaying", package: "NowPlaying")])]
)
