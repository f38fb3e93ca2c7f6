// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How the introspection says that a property is announced when it changes.
public enum PropertyAnnouncement {
  /// It never changes.
  case constant
  case byValue
  /// By its name, without its value.
  case byName
  /// It is not.
  case none
}

/// A member of an interface. Of its texts the addresses alone: there are many members, and a static string is three
/// words.
public struct Member {
  enum Kind {
    case property(writable: Bool, PropertyAnnouncement)
    case method, signal
  }

  let kind: Kind
  let name: UnsafePointer<CChar>
  /// The type of a property, or those of the arguments.
  let types: UnsafePointer<CChar>
  var result: UnsafePointer<CChar>?
  var names: UnsafePointer<CChar>?
  var get: ((Message) -> Int32)?
  var call: ((Message) -> Void)?

  public static func property(
    name: StaticString, signature: StaticString, writable: Bool, announcement: PropertyAnnouncement,
    get: @escaping (Message) -> Int32
  ) -> Member {
    Member(kind: .property(writable: writable, announcement), name: name.cString, types: signature.cString, get: get)
  }

  /// - names: those of the arguments and then of the results, with spaces between.
  /// - call: answers, now or later.
  public static func method(
    name: StaticString, arguments: StaticString, result: StaticString, names: StaticString,
    call: @escaping (Message) -> Void
  ) -> Member {
    Member(
      kind: .method, name: name.cString, types: arguments.cString, result: result.cString, names: names.cString,
      call: call)
  }

  public static func signal(name: StaticString, arguments: StaticString, names: StaticString) -> Member {
    Member(kind: .signal, name: name.cString, types: arguments.cString, names: names.cString)
  }
}
