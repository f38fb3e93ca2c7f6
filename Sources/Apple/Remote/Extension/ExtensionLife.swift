// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The stages in the life of an extension's process.
enum ExtensionLife {
  case beginning, serving
  /// There was a bus, and now there is none.
  case waitingForBus
  /// The name is being given back. Calls that come now are for the next process.
  case leaving
  /// The bus has delivered all messages that were for this process.
  case left
  /// The next process gets the pushes that this one has not stored.
  case handingOver

  /// Whether the name was given back, or is being given back.
  var isAtItsEnd: Bool { self == .leaving || self == .left || self == .handingOver }
}

/// The process, as the types that carry out its calls and pushes see it.
protocol ExtensionProcess: AnyObject {
  var life: ExtensionLife { get }
  /// Gives the name back and ends, so that the bus starts the executable that is installed now.
  func leave()
  /// Restarts the time of waiting for work, because an app has read a property, which counts as a call.
  func touched()
}
