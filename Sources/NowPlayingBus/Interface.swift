// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A member of an interface.
public enum Member {
  case property(
    name: StaticString, signature: StaticString, writable: Bool, emits: Bool, constant: Bool, get: (Message) -> Int32)
  /// `names` are those of the arguments and then of the results, each followed by NUL. `call` answers, now or later.
  case method(
    name: StaticString, arguments: StaticString, result: StaticString, names: StaticString, call: (Message) -> Void)
  case signal(name: StaticString, arguments: StaticString, names: StaticString)
}
