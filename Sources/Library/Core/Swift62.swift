// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// STANDARD_LIBRARY_6_2 is set where a newer compiler uses the standard library of 6.2, as in
// Tests/Release/Architectures for s390x.
#if compiler(<6.3) || STANDARD_LIBRARY_6_2
  // Embedded Swift 6.2 cannot compile these operators of the standard library when an operand is an optional.

  @_transparent public func === <Object: AnyObject>(a: Object?, b: Object?) -> Bool {
    switch (a, b) {
    case (let a?, let b?): ObjectIdentifier(a) == ObjectIdentifier(b)
    case (nil, nil): true
    default: false
    }
  }

  @_transparent public func !== <Object: AnyObject>(a: Object?, b: Object?) -> Bool { !(a === b) }
#endif
