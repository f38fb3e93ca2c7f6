// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The way in which introspection says that changes of a property are announced.
public enum PropertyAnnouncement {
  /// The property never changes.
  case constant
  case byValue
  /// A change is announced by the property's name, without its value.
  case byName
  /// Changes are not announced.
  case none
}

/// A member of an interface. It keeps each text as a bare address, in one word of memory: there are many members, and a
/// StaticString would take three words for each text.
public struct Member {
  enum Kind {
    case property(writable: Bool, PropertyAnnouncement)
    case method, signal
  }

  let kind: Kind
  let name: UnsafePointer<CChar>
  /// The type of a property, or the types of the arguments.
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

  /// - names: those of the arguments, then of the results, separated by spaces.
  /// - call: answers the call, at once or later.
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
