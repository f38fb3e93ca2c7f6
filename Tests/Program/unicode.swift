// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Writes Sources/Program/C/unicode.h: swiftc -o /tmp/unicode unicode.swift && /tmp/unicode > …/unicode.h

let scalars = (UInt32(0)...0x10FFFF).compactMap { Unicode.Scalar($0) }

/// Returns a number in groups of seven bits, each but the last with its highest bit set.
func grouped(_ number: UInt32) -> [UInt8] {
  var (bytes, left) = ([UInt8(number & 127)], number >> 7)
  while left > 0 {
    bytes.insert(UInt8(left & 127) | 128, at: 0)
    left >>= 7
  }
  return bytes
}

func write(_ name: String, _ comment: String, _ bytes: [UInt8]) {
  print("\n/* \(comment) */\nstatic const uint8_t \(name)[] = {")
  var line = "   "
  for byte in bytes {
    if line.utf8.count + " \(byte),".utf8.count > 120 {
      print(line)
      line = "   "
    }
    line += " \(byte),"
  }
  print(line + "\n};")
}

func writeCategories(_ name: String, _ comment: String, _ categories: [Unicode.GeneralCategory]) {
  var (bytes, edge, isInside): ([UInt8], UInt32, Bool) = ([], 0, false)
  for scalar in scalars where categories.contains(scalar.properties.generalCategory) != isInside {
    bytes += grouped(scalar.value - edge)
    (edge, isInside) = (scalar.value, !isInside)
  }
  write(name, comment, bytes)
}

func writeCase(_ name: String, _ mapping: (Unicode.Scalar) -> String) {
  var (runs, several): ([UInt8], [UInt8]) = ([], [])
  var (last, lastOfSeveral): (UInt32, UInt32) = (0, 0)
  var index = 0
  while index < scalars.count {
    let first = scalars[index].value
    let mapped = mapping(scalars[index]).unicodeScalars.map { $0.value }
    index += 1
    if mapped.count > 1 {
      several += grouped(first - lastOfSeveral) + grouped(UInt32(mapped.count)) + mapped.flatMap(grouped)
      lastOfSeveral = first
    }
    guard mapped.count == 1, mapped[0] != first else { continue }
    func moves(_ value: UInt32) -> Bool {
      guard let scalar = Unicode.Scalar(value) else { return false }
      let other = mapping(scalar).unicodeScalars.map { $0.value }
      return other.count == 1 && Int(other[0]) - Int(value) == Int(mapped[0]) - Int(first)
    }
    // In some alphabets all small letters follow one another; in others capital and small letters alternate.
    let step: UInt32 = moves(first + 1) ? 1 : 2
    var end = first
    while moves(end + step), step == 1 || !isChanged(end + 1, mapping) { end += step }
    let distance = Int(mapped[0]) - Int(first)
    runs += grouped(first - last) + grouped(((end - first) / step) << 1 | (step - 1))
    runs += grouped(UInt32(distance < 0 ? -distance << 1 | 1 : distance << 1))
    last = end
    while index < scalars.count, scalars[index].value <= end { index += 1 }
  }
  write(
    name,
    "The runs of \(name) letters: from the end of the run before; how many more, and whether each second; "
      + "how far,\n * with the sign in the lowest bit.", runs)
  write(
    name + "_several",
    "Characters whose other case has several: distance from the one before, how many, and which.", several)
}

func isChanged(_ value: UInt32, _ mapping: (Unicode.Scalar) -> String) -> Bool {
  guard let scalar = Unicode.Scalar(value) else { return false }
  return mapping(scalar) != String(Character(scalar))
}

// The text is in two parts: otherwise tools would take it for the licence of this file.
print("/* SPDX-" + "License-Identifier: Apache-2.0 WITH Swift-exception */")
print(
  "/* Unicode's data on characters, written by unicode.swift. A number is in groups of seven bits, all but the last")
print(" * with the highest bit set. */")
writeCategories(
  "without_width", "Combining marks and format characters: the distances between the edges of their ranges.",
  [.nonspacingMark, .enclosingMark, .format])
writeCategories(
  "unprinted", "Control, format and unassigned characters: the distances between the edges of their ranges.",
  [.control, .format, .unassigned, .surrogate])
writeCase("lower") { $0.properties.lowercaseMapping }
writeCase("upper") { $0.properties.uppercaseMapping }
