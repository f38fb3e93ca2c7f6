// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Checks that a copy of an array is a value of its own, for which the library needs certain compiler flags: see
// CMakeLists.txt at the top.

/// Changes a copy of a list, and returns the sum of the differences between the copy and the list.
@inline(never)
func changeCopy(_ list: [Int], _ count: Int) -> Int {
  var copy = list
  for index in 0..<count { copy[index] += 1 }
  var sum = 0
  for index in 0..<count { sum += copy[index] - list[index] }
  return sum
}

@main
struct Copies {
  static func main() {
    // Traps if changing the copy has changed the list, too.
    precondition(changeCopy(Array(repeating: 1, count: 3), 3) == 3)
  }
}
