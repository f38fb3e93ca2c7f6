// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The fuzzer of the reader of lyrics: no text may trap; lines are in the order of their times and within the limits.

import NowPlayingCore

@_silgen_name("abort") private func abort() -> Never

private func check(_ condition: Bool) {
  if !condition { abort() }
}

@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let text = Repair.text(UnsafeBufferPointer(start: data, count: size), limit: Limits.lyrics)
  var last = Microseconds.zero
  for line in TimedLyrics(text).lines {
    check(line.start >= last && line.text.byteCount <= 4 * (Limits.text + 1))
    last = line.start
  }
  return 0
}
