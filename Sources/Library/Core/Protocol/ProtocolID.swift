// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Makes the ids of hosts fit for the protocol: 1 to 1,024 bytes. Different ids stay different. They are never
/// converted back: the ids that surfaces send are compared with converted ones.
public enum ProtocolID {
  /// Converts the id of a content, an artwork or a device.
  public static func item(_ id: String) -> String {
    // An id that the library made for an item without one.
    if id.exact.begins(with: "\0") { return "anonymous:" + id.part(from: 1) }
    return bounded(id)
  }

  public static func session(_ id: String) -> String { bounded(id) }

  /// Cuts a long id and appends its hash. Ids can become too long because each byte that is not UTF-8 becomes three.
  private static func bounded(_ id: String) -> String {
    guard id.byteCount > Limits.identifier else { return id }
    let kept = Repair.text(id, limit: Limits.identifier - 17)
    return kept + "~" + Escape.hexadecimal(Escape.hash(id))
  }
}
