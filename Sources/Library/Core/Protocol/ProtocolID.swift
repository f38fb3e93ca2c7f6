// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Ids of hosts as the protocol sends them: 1 to 1,024 bytes. Ids that differ stay different, and surfaces compare what
/// they were sent; nothing is ever turned back.
public enum ProtocolID {
  /// Of contents, artworks and devices.
  public static func item(_ id: String) -> String {
    // The library's own, for an item that the host gave none.
    if id.exact.begins(with: "\0") { return "anonymous:" + id.part(from: 1) }
    return bounded(id)
  }

  public static func session(_ id: String) -> String { bounded(id) }

  /// A hash in place of the end of what is too long, because each byte that is not UTF-8 has become three.
  private static func bounded(_ id: String) -> String {
    guard id.byteCount > Limits.identifier else { return id }
    let kept = Repair.text(id, limit: Limits.identifier - 17)
    return kept + "~" + Escape.hexadecimal(Escape.hash(id))
  }
}
