// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Fuzzes the readers of picture bytes: no bytes may trap, and results must be valid.

import NowPlayingCore

@_silgen_name("abort") private func abort() -> Never

private func check(_ condition: Bool) {
  if !condition { abort() }
}

@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let bytes = UnsafeRawBufferPointer(start: data, count: size)
  if let size = ImageSize(bytes) {
    check(ImageFormat(bytes) != nil)
    for number in [size.width, size.height] { check(number > 0 && number <= 0x7FFF_FFFF) }
  }
  return 0
}
