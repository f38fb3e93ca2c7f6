// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The life of an extension's process.
enum ExtensionLife {
  case beginning, serving
  /// There was a bus, and there is none.
  case waitingForBus
  /// The name is being given back. What comes now is for the next process.
  case leaving
  /// The bus has handed over all that was for this process.
  case left
  /// The next process takes what this one has left.
  case handingOver

  /// Whether the name has been given back, or is about to be.
  var isAtItsEnd: Bool { self == .leaving || self == .left || self == .handingOver }
}

/// The process, as the types that carry out its calls and pushes see it.
protocol ExtensionProcess: AnyObject {
  var life: ExtensionLife { get }
  /// Gives the name back and ends, so that the bus starts the executable that is installed now.
  func leave()
  /// Begins anew to wait for something to do: an app has read a property, which is as good as a call.
  func touched()
}
