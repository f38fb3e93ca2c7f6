// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import PackageDescription

let nowPlaying = Target.Dependency.product(name: "NowPlaying", package: "NowPlaying")
let extensionFoundation = Target.Dependency.product(name: "ExtensionFoundation", package: "NowPlaying")
let onMainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "swift-remote-speaker",
  products: [
    .executable(name: "swift-remote-speaker", targets: ["App"]),
    // The extension's name on the bus: the application id and one more component.
    .executable(name: "org.nowplaying.SwiftRemoteSpeaker.RemoteMedia", targets: ["Extension"]),
  ],
  dependencies: [.package(name: "NowPlaying", path: "../..")],
  targets: [
    .systemLibrary(name: "CMPDClient", pkgConfig: "libmpdclient", providers: [.apt(["libmpdclient-dev"])]),
    // The part that both programs share: the attributes, and how to speak to the speaker.
    .target(name: "Speaker", dependencies: ["CMPDClient", nowPlaying]),
    .executableTarget(name: "App", dependencies: ["Speaker", nowPlaying], swiftSettings: onMainActor),
    .executableTarget(
      name: "Extension", dependencies: ["Speaker", nowPlaying, extensionFoundation], swiftSettings: onMainActor),
  ],
  swiftLanguageModes: [.v6]
)
