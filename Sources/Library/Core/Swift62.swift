// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// A newer compiler with the standard library of 6.2, as Tests/Release/Architectures has it for s390x, says so.
#if compiler(<6.3) || STANDARD_LIBRARY_6_2
  // Embedded Swift 6.2 cannot compile the operators of the standard library where an operand is an optional.

  @_transparent public func === <Object: AnyObject>(a: Object?, b: Object?) -> Bool {
    switch (a, b) {
    case (let a?, let b?): ObjectIdentifier(a) == ObjectIdentifier(b)
    case (nil, nil): true
    default: false
    }
  }

  @_transparent public func !== <Object: AnyObject>(a: Object?, b: Object?) -> Bool { !(a === b) }
#endif
