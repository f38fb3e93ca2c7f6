// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The fuzzer of the readers of picture addresses and orientations: no input may trap, each path begins with "/" and
// ends with NUL, and an orientation is from 1 to 8. Each input is read as the bytes of a picture and as an address.

import NowPlayingCore

@_silgen_name("abort") private func abort() -> Never

private func check(_ condition: Bool) {
  if !condition { abort() }
}

@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  check((1...8).contains(ImageOrientation(UnsafeRawBufferPointer(start: data, count: size)).rawValue))
  let address = String(decoding: UnsafeBufferPointer(start: data, count: size), as: UTF8.self)
  switch PictureAddress(address) {
  case .file(let path):
    check((1...3).contains(path.count))
    for index in 0..<path.count {
      check(path[index].first == UInt8(ascii: "/") && path[index].last == 0)
      check(path[index].count <= address.byteCount + 1)
    }
  case .data(let bytes): check(PictureAddress.isData(address) && bytes.count <= address.byteCount)
  case .elsewhere: check(!PictureAddress.isData(address))
  }
  return 0
}
