// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import NowPlayingCore

/// The reason why attributes are refused, in words for the log.
package struct AttributesError: Error, Equatable {
  package let reason: String

  package init(reason: String) { self.reason = reason }
}

/// Reads the JSON in which apps and push servers send the attributes of sessions.
package enum AttributesJSON {
  /// Decodes attributes of a type. Dates are texts of ISO 8601 with a zone, or seconds since 2001.
  ///
  /// Seconds since 1970 would be taken for other dates, wrong by 31 years.
  package static func decode<T: Decodable>(_ type: T.Type, from json: Data) throws(AttributesError) -> T {
    guard json.count <= PushLimits.attributes else {
      throw AttributesError(reason: "they have \(json.count) bytes; the most is \(PushLimits.attributes)")
    }
    do {
      _ = try JSONText([UInt8](json)[...])
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .custom(DateReading.date)
      return try decoder.decode(type, from: json)
    } catch let fault as JSONText.ParseError {
      throw AttributesError(reason: fault.reason)
    } catch {
      throw AttributesError(reason: description(of: error))
    }
  }

  /// Throws the fault of an id of attributes, if it has one.
  package static func check(id: String) throws(AttributesError) {
    if id.isEmpty { throw AttributesError(reason: "their id is empty") }
    if id.utf8.count > PushLimits.id { throw AttributesError(reason: "their id has more than \(PushLimits.id) bytes") }
    if id.utf8.contains(0) { throw AttributesError(reason: "their id has a NUL") }
  }

  /// Describes a decoding error with the place where it occurred: "devices[0].volume is missing".
  static func description(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return oneLine(String(describing: error)) }
    return switch error {
    case .keyNotFound(let key, let context): path(context.codingPath + [key]) + " is missing"
    case .valueNotFound(let type, let context): path(context.codingPath) + " is null, and not \(type)"
    case .typeMismatch(let type, let context): path(context.codingPath) + " is not \(type)"
    case .dataCorrupted(let context): path(context.codingPath) + ": " + oneLine(context.debugDescription)
    @unknown default: oneLine(String(describing: error))
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    var path = ""
    for key in keys {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return keys.isEmpty ? "the whole" : oneLine(path)
  }

  /// Returns a text from outside in a form for the log, which has one line for each fault.
  private static func oneLine(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(300).map { $0.properties.generalCategory == .control ? " " : $0 }
    return Repair.text(String(String.UnicodeScalarView(scalars)), limit: 300)
  }
}

/// Decodes the dates in attributes.
private enum DateReading {
  /// Decodes a date for `JSONDecoder`.
  @Sendable static func date(_ decoder: any Decoder) throws -> Date {
    let value = try decoder.singleValueContainer()
    guard let text = try? value.decode(String.self) else {
      return Date(timeIntervalSinceReferenceDate: try value.decode(Double.self))
    }
    guard let date = date(text) else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "no date of ISO 8601 with its zone, as 2026-03-16T12:00:00Z")
    }
    return date
  }

  /// Decodes a text such as "2026-03-16T12:00:00Z", with any zone, with or without a fraction of the second.
  private static func date(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    let (colon, point, separator): (UInt8, UInt8, UInt8) = (58, 46, 84)
    guard bytes.count > 19, bytes[10] == separator, bytes[16] == colon else { return nil }
    var rest = bytes[19...]
    var fraction = 0.0
    if rest.first == point {
      let digits = rest.dropFirst().prefix { JSONScanner.digits.contains($0) }
      guard !digits.isEmpty else { return nil }
      fraction = Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
      rest = rest[digits.endIndex...]
    }
    // A time without a zone is ambiguous, and refused.
    guard let zone = rest.first, zone != point,
      let seconds = DateText.exactSeconds(String(decoding: bytes[..<19] + rest, as: UTF8.self))
    else { return nil }
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }
}
