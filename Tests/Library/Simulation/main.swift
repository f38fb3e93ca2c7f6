// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
//
// usage: simulation FIRST COUNT                plays the schedules of COUNT seeds, from FIRST on
//        simulation --for SECONDS [FIRST]      plays seeds for so many seconds
//        simulation --first --for SECONDS [FIRST]
//                                              until the first fails, for so many seconds of the processor's time
//        simulation [--trace] FILE…            plays schedules that are written down; and prints what happens when

import Glibc
import SimulationClock

var words = Array(CommandLine.arguments.dropFirst())
let traces = words.first == "--trace"
let stopsAtFirst = words.first == "--first"
if traces || stopsAtFirst { words.removeFirst() }
let mostFailed = stopsAtFirst ? 1 : 5
let time = stopsAtFirst ? sim_used_us : sim_real_us
let (start, began) = (time(), sim_now())
var judge = Judge(shrinks: !stopsAtFirst)
if words.count >= 2, words[0] == "--for", let limit = Int64(words[1]) {
  var seed = words.count > 2 ? UInt64(words[2]) ?? 1 : 1
  print("from seed \(seed) on")
  while time() - start < limit * 1_000_000, judge.failed < mostFailed {
    judge.judge(seed: seed)
    seed += 1
  }
} else if words.count == 2, let first = UInt64(words[0]), let count = UInt64(words[1]) {
  for seed in first..<first + count { judge.judge(seed: seed) }
} else if !words.isEmpty {
  for file in words { judge.judge(file: file, traces: traces) }
} else {
  print("usage: simulation FIRST COUNT | [--first] --for SECONDS [FIRST] | [--trace] FILE…")
  exit(2)
}
print("\((sim_now() - began) / 1_000_000) simulated seconds in \((time() - start) / 1000) ms")
print("\(judge.passed) passed, \(judge.failed) failed")
exit(judge.failed == 0 && judge.passed > 0 ? 0 : 1)
