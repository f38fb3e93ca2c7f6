// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The fuzzer of the readers of dates and of addresses in texts. No bytes may trap; a published date is read as the same
// date; removing the user from an address twice is the same as once; and a text that has a secret is redacted.

import NowPlayingCore

@_silgen_name("abort") private func abort() -> Never

private func check(_ condition: Bool) {
  if !condition { abort() }
}

@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let text = String(decoding: UnsafeBufferPointer(start: data, count: size), as: UTF8.self)
  // With its time zone a date may lie outside the years 2 to 9999, and is then not read again.
  if let seconds = DateText.seconds(text), (-62_000_000_000...253_000_000_000).contains(seconds) {
    let published = DateText.iso8601(seconds)
    check(published != nil && DateText.exactSeconds(published ?? "") == seconds)
  }
  let redacted = Secret.redacted(text)
  check(redacted.byteCount <= 4 * text.byteCount && (!Secret.isIn(text) || redacted.exact != text.exact))
  let anonymous = Secret.withoutUser(text)
  check(Secret.withoutUser(anonymous).exact == anonymous.exact)
  return 0
}
