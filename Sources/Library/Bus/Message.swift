// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

/// A D-Bus message. It holds no reference: its maker does.
public struct Message {
  public let raw: OpaquePointer
  /// The reporter of failures, which outlives any message.
  public unowned(unsafe) let errors: BusErrors

  public init(raw: OpaquePointer, errors: BusErrors) { (self.raw, self.errors) = (raw, errors) }
}

/// The type codes of D-Bus.
public enum BusType: CChar {
  case string = 115  // s
  case path = 111  // o
  case bool = 98  // b
  case int32 = 105  // i
  case int64 = 120  // x
  case uint32 = 117  // u
  case double = 100  // d
  case variant = 118  // v
  case array = 97  // a
  case entry = 101  // e
  case structure = 114  // r
  case descriptor = 104  // h
}

extension StaticString {
  /// The text as a C string; a static string ends in NUL.
  public var cString: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}

extension String {
  /// Makes a text of a C string; see `Text/Bytes.swift` of the core.
  public init(cString text: UnsafePointer<CChar>) {
    let count = np_text_length(text, .max)
    self = text.withMemoryRebound(to: UInt8.self, capacity: count) {
      String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
  }
}
