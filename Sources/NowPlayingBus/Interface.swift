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

/// A member of an interface.
public enum Member {
  case property(
    name: StaticString, signature: StaticString, writable: Bool, announcement: PropertyAnnouncement,
    get: (Message) -> Int32)
  /// `names` are those of the arguments and then of the results, with spaces between. `call` answers, now or later.
  case method(
    name: StaticString, arguments: StaticString, result: StaticString, names: StaticString, call: (Message) -> Void)
  case signal(name: StaticString, arguments: StaticString, names: StaticString)
}
