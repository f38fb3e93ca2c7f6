// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The fuzzer of the reader of files' tags: no name and no bytes may trap, and a field that was read is within its
// limits. The first byte of the input is the kind of content. Entries follow, each a name, "=", a value and "\n\n".

import NowPlayingCore

@_silgen_name("abort") private func abort() -> Never

private func check(_ condition: Bool) {
  if !condition { abort() }
}

private func checkFields(_ content: Content) {
  for row in FieldRow.tables.joined() {
    switch AnyField(row.number) {
    case .text(let field)?:
      guard let text = content.texts[field] else { continue }
      check(field.belongs(to: content.kind) && !text.isEmpty && text.byteCount <= field.limit)
    case .list(let field)?:
      guard let list = content.lists[field] else { continue }
      check((1...Limits.list).contains(list.count))
      for text in list { check(!text.isEmpty && text.byteCount <= Limits.text) }
    case .integer(let field)?:
      guard let value = content.integers[field] else { continue }
      check(field.isDate || (row.least...Int64(Int32.max)).contains(value))
    case .number(let field)?:
      guard let value = content.numbers[field] else { continue }
      check((0...1).contains(value))
    case nil: check(false)
    }
  }
}

@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let bytes = UnsafeBufferPointer(start: data, count: size)
  guard let first = bytes.first else { return 0 }
  var content = Content(kind: ContentKind(rawValue: Int32(first % 8) + 1) ?? .music, id: "")
  var reader = TagReader()
  var start = 1
  while start < size {
    var middle = start
    while middle < size, bytes[middle] != UInt8(ascii: "=") { middle += 1 }
    var end = middle
    while end < size, !(bytes[end] == 10 && end + 1 < size && bytes[end + 1] == 10) { end += 1 }
    let name = UnsafeBufferPointer(rebasing: bytes[start..<middle])
    let value = UnsafeBufferPointer(rebasing: bytes[min(middle + 1, end)..<end])
    if let field = reader.read(name, value, into: &content) { check(field.belongs(to: content.kind)) }
    start = end + 2
  }
  checkFields(content)
  return 0
}
