// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Values are values, which some of the library's flags make sure of: see CMakeLists.txt at the top.

/// Changes a copy of a list, and returns how far the two are apart then.
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
    // A trap where the list has changed with its copy.
    precondition(changeCopy(Array(repeating: 1, count: 3), 3) == 3)
  }
}
