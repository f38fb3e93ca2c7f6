// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Plays what happens, and its times, against the decisions of `nowplaying daemon`, which do no I/O. Prints what is
/// wrong, and returns how many faults there are.
@_cdecl("decisions_run")
public func run() -> Int32 {
  WakefulnessTests.run()
  HeadsetTests.run()
  StartingTests.run()
  return Check.faults
}

enum Check {
  nonisolated(unsafe) static var faults: Int32 = 0

  static func that(_ isRight: Bool, _ what: StaticString) {
    if isRight { return }
    faults += 1
    print(what)
  }
}
