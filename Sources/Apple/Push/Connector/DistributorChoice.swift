// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The choice of the distributor at which registrations are made.
struct DistributorChoice {
  static let prefix = "org.unifiedpush.Distributor."
  /// The bus name of KUnifiedPush.
  static let usual = prefix + "kde"

  /// Whether a bus name is that of a distributor.
  static func isDistributor(_ name: String) -> Bool {
    name.utf8.starts(with: prefix.utf8) && name.utf8.count > prefix.utf8.count
  }

  /// The distributor that the user has chosen by UNIFIEDPUSH_DISTRIBUTOR: no other is used then.
  let named: String?

  init(environment: [String: String]) {
    let suffix = environment["UNIFIEDPUSH_DISTRIBUTOR"] ?? ""
    named = suffix.isEmpty ? nil : Self.prefix + suffix
  }

  enum Outcome: Equatable {
    case none
    case one(String)
    /// The remembered distributor does not exist any more, but this one does.
    case another(String)
  }

  /// Chooses a distributor.
  ///
  /// - remembered: the distributor at which registrations were made last.
  /// - running: the distributors that are on the bus.
  /// - activatable: the distributors that the bus can start.
  func outcome(remembered: String?, running: Set<String>, activatable: Set<String>) -> Outcome {
    func isThere(_ name: String) -> Bool { running.contains(name) || activatable.contains(name) }
    if let named { return isThere(named) ? .one(named) : .none }
    if let remembered, isThere(remembered) { return .one(remembered) }
    guard let best = Self.best(of: running) ?? Self.best(of: activatable) else { return .none }
    return remembered == nil ? .one(best) : .another(best)
  }

  private static func best(of names: Set<String>) -> String? { names.contains(usual) ? usual : names.min() }
}
