// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A signal by which one program tells others that it interrupts their sound: each program that observes
/// interruptions, as programs with AVFAudio do, pauses and resumes by itself.
public enum AudioFocusSignal {
  /// The players of some processes are interrupted.
  case began(processes: [UInt32])
  /// The interruption of some processes is over.
  case ended(processes: [UInt32], mayResume: Bool)

  private static let path = "/org/nowplaying/AudioFocus"
  private static let interface: StaticString = "org.nowplaying.AudioFocus1"
  private static let beganMember: StaticString = "Began"
  private static let endedMember: StaticString = "Ended"

  /// The match rule for the signals that tell of the beginning and the end of interruptions.
  public static let match = "type='signal',interface='org.nowplaying.AudioFocus1'"
  /// The match rule by which a program hears who begins and ceases to observe.
  public static let observersMatch =
    "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0namespace='org.nowplaying.AudioFocus1'"
  /// The name on the bus of a program that observes, without the process id that follows.
  public static let observerPrefix = "org.nowplaying.AudioFocus1.p"

  /// Reads a message; nil when it does not tell of the beginning or the end of an interruption.
  public init?(_ message: Message) {
    let isBegan = message.isSignal(Self.interface, Self.beganMember)
    guard isBegan || message.isSignal(Self.interface, Self.endedMember),
      let processes = message.readArray(of: "u", { message.readUInt32() })
    else { return nil }
    if isBegan {
      self = .began(processes: processes)
      return
    }
    guard let mayResume = message.readBool() else { return nil }
    self = .ended(processes: processes, mayResume: mayResume)
  }

  /// Emits the signal.
  public func emit(on connection: Connection) {
    switch self {
    case .began(let processes):
      connection.emit(path: Self.path, interface: Self.interface, member: Self.beganMember) {
        $0.append(processes)
      }
    case .ended(let processes, let mayResume):
      connection.emit(path: Self.path, interface: Self.interface, member: Self.endedMember) {
        $0.append(processes).then($0.append(mayResume))
      }
    }
  }
}

extension Message {
  fileprivate func append(_ processes: [UInt32]) -> Int32 { append(array: processes, of: "u") { append($0) } }
}
