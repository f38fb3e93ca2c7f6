// Made by contract/generate of contract/data/bridges.toml: do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Bridges that bring players of other machines and devices, and do not say so by MPRIS.
enum Bridges {
  /// The ids of their applications.
  static let applications: [StaticString] = ["hassbridge", "kdeconnectd", "mpris-proxy"]

  /// The beginnings of the names of their players on the bus.
  static let names: [StaticString] = ["org.mpris.MediaPlayer2.hassbridge", "org.mpris.MediaPlayer2.kdeconnect"]
}
