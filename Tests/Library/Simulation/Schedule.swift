// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A step of a schedule: who does what, when.
struct Step: Equatable {
  /// In µs from the start.
  var time: Int64
  /// An actor, what it does, and numbers: `client setposition 12000000`.
  var words: [String]

  func number(_ index: Int) -> Int64 { words.count > index ? Int64(words[index]) ?? 0 : 0 }
}

/// The steps of a simulation, as lines that a person can read and change.
struct Schedule: Equatable {
  /// The seed of delays.
  var seed: UInt64 = 0
  var manner = Manner()
  /// The greatest additional delay of a message, in µs.
  var jitter: Int64 = 0
  var clients = 1
  /// How many foreign players a surface sees; 0: the schedule is one of a host and its clients.
  var foreign = 0
  /// Whether the first two of these are of one process.
  var areOfOneProcess = false
  /// Whether the program stands for these players as a daemon, and pauses others when one begins.
  var hasDaemon = false
  var steps: [Step] = []

  /// The time of the last step.
  var lastTime: Int64 { steps.map(\.time).max() ?? 0 }

  var text: String {
    var lines = [
      "seed \(seed)", "answer \(manner.answer)", "answers-first \(manner.answersFirst)",
      "position \(manner.hasPosition)", "ticks \(manner.ticks)", "begins-with-bus \(manner.beginsWithBus)",
      "ignores \(manner.ignores)", "songs \(manner.songs)", "offers \(manner.offers)", "fails \(manner.fails)",
      "jitter \(jitter)", "clients \(clients)",
      "foreign \(foreign)",
      "one-process \(areOfOneProcess)", "daemon \(hasDaemon)",
    ]
    for step in steps { lines.append("\(step.time) \(step.words.joined(separator: " "))") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads the lines of `text`; those that begin with "#" are comments.
  init(text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count >= 2 else { continue }
      switch words[0] {
      case "seed": seed = UInt64(words[1]) ?? 0
      case "answer": manner.answer = Int64(words[1]) ?? 0
      case "answers-first": manner.answersFirst = words[1] == "true"
      case "position": manner.hasPosition = words[1] == "true"
      case "ticks": manner.ticks = words[1] == "true"
      case "songs": manner.songs = Int(words[1]) ?? 0
      case "begins-with-bus": manner.beginsWithBus = words[1] == "true"
      case "ignores": manner.ignores = words[1] == "true"
      case "offers": manner.offers = Manner.Offers(rawValue: words[1]) ?? .both
      case "fails": manner.fails = Int(words[1]) ?? 0
      case "jitter": jitter = Int64(words[1]) ?? 0
      case "one-process": areOfOneProcess = words[1] == "true"
      case "daemon": hasDaemon = words[1] == "true"
      case "foreign": foreign = Int(words[1]) ?? 0
      case "clients": clients = Int(words[1]) ?? 1
      default: steps.append(Step(time: Int64(words[0]) ?? 0, words: Array(words.dropFirst())))
      }
    }
  }

  // MARK: By chance

  /// Makes the schedule of a seed.
  init(seed: UInt64) {
    var random = Random(seed)
    self.seed = seed
    manner.answer = [0, 0, 1_000, 20_000, 150_000, 550_000, 550_000, 700_000].randomElement(using: &random)!
    manner.answersFirst = random.isTrue(0.5)
    manner.hasPosition = random.isTrue(0.3)
    manner.ticks = random.isTrue(0.4)
    jitter = [0, 0, 500, 20_000].randomElement(using: &random)!
    clients = Int.random(in: 1...3, using: &random)
    var time: Int64 = 100_000
    if random.isTrue(0.4) {
      hasDaemon = random.isTrue(0.3)
      if hasDaemon { beginForDaemon(&random) } else { beginForSurface(&random) }
      return
    }
    manner.beginsWithBus = random.isTrue(0.1)
    manner.ignores = seed % 7 == 0
    if random.isTrue(0.3) { manner.offers = Manner.Offers.allCases.randomElement(using: &random)! }
    if random.isTrue(0.1) { manner.fails = Int.random(in: 2...4, using: &random) }
    if random.isTrue(0.3) { manner.songs = Int.random(in: 1...2, using: &random) }
    if manner.beginsWithBus { time += 3_000_000 } else { steps.append(Step(time: time, words: ["host", "play"])) }
    for _ in 0..<Int.random(in: 3...30, using: &random) {
      time += Self.pause(&random)
      let start = time
      let words = words(&random, &time)
      // Positions that are read after a seek are judged where nothing else happens.
      let lead: Int64 = words.count > 4 ? 5_000_000 : 0
      steps.append(Step(time: start + lead, words: words))
      time += lead
    }
  }

  /// Makes a schedule of players that a surface sees.
  private mutating func beginForSurface(_ random: inout Random) {
    foreign = Int.random(in: 1...6, using: &random)
    areOfOneProcess = random.isTrue(0.3)
    var time: Int64 = 100_000
    for index in 0..<foreign where random.isTrue(0.8) {
      steps.append(Step(time: time, words: ["foreign", "appear", String(index)]))
      let isRadio = areOfOneProcess && random.isTrue(0.5)
      let station = String(Int.random(in: 0...1, using: &random))
      let words = isRadio ? ["foreign", "radio", String(index), station] : ["foreign", "play", String(index)]
      steps.append(Step(time: time, words: words))
      time += Int64.random(in: 0...500_000, using: &random)
    }
    for _ in 0..<Int.random(in: 3...30, using: &random) {
      time += Self.pause(&random)
      let index = String(Int.random(in: 0..<foreign, using: &random))
      let gap = String(Int64.random(in: 1_000...1_900_000, using: &random))
      let choices: [(Int, [String])] = [
        (4, ["foreign", "play", index]), (4, ["foreign", "pause", index]), (4, ["foreign", "song", index]),
        (3, ["foreign", "gap", index, gap]), (2, ["foreign", "empty", index]), (2, ["foreign", "leave", index]),
        (3, ["foreign", "appear", index]), (2, ["host", "play"]), (2, ["host", "pause"]), (1, ["host", "hide"]),
        (areOfOneProcess ? 8 : 2, ["foreign", "radio", index, String(Int.random(in: 0...1, using: &random))]),
        (2, ["foreign", "copy", index, String(Int.random(in: 0..<foreign, using: &random))]),
        (2, ["foreign", "flood", index, String(Int.random(in: 10...3_000, using: &random))]),
        (1, ["foreign", "alone", index, String(Int.random(in: 1_000...4_000, using: &random))]),
        (1, ["foreign", "silent", index, String(Int64.random(in: 1_000...15_000_000, using: &random))]),
        (areOfOneProcess ? 4 : 0, ["foreign", "pair", "0"]),
        (2, ["surface", "play", index]), (2, ["surface", "pause", index]), (2, ["surface", "next", index]),
        (3, ["surface", "host", String(Int.random(in: 0...3, using: &random))]),
        (2, ["surface", "both", String(Int64.random(in: 0...2_000, using: &random))]),
      ]
      steps.append(Step(time: time, words: Self.choose(choices, &random)))
    }
  }

  /// Makes a schedule of players that a daemon pauses for each other.
  private mutating func beginForDaemon(_ random: inout Random) {
    foreign = Int.random(in: 2...4, using: &random)
    var time: Int64 = 100_000
    for index in 0..<foreign {
      steps.append(Step(time: time, words: ["foreign", "appear", String(index)]))
      time += Int64.random(in: 0...500_000, using: &random)
    }
    time += 2_000_000
    for _ in 0..<Int.random(in: 3...30, using: &random) {
      time += Self.pause(&random)
      let index = String(Int.random(in: 0..<foreign, using: &random))
      let gap = String(Int64.random(in: 1_000...1_500_000, using: &random))
      let choices: [(Int, [String])] = [
        (8, ["foreign", "play", index]), (8, ["foreign", "pause", index]), (3, ["foreign", "song", index]),
        (2, ["foreign", "gap", index, gap]), (1, ["foreign", "leave", index]), (2, ["foreign", "appear", index]),
        (2, ["foreign", "ring", index, gap]), (1, ["foreign", "deaf", index]),
        (1, ["foreign", "start", index, String(Int64.random(in: 1_000...32_000_000, using: &random))]),
      ]
      steps.append(Step(time: time, words: Self.choose(choices, &random)))
    }
  }

  private static func choose(_ choices: [(Int, [String])], _ random: inout Random) -> [String] {
    var pick = Int.random(in: 0..<choices.reduce(0) { $0 + $1.0 }, using: &random)
    return choices.first {
      pick -= $0.0
      return pick < 0
    }?.1 ?? []
  }

  private static func pause(_ random: inout Random) -> Int64 {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<2: 0
    case 2..<4: Int64.random(in: 1_000...60_000, using: &random)
    case 4..<7: Int64.random(in: 60_000...400_000, using: &random)
    default: Int64.random(in: 400_000...6_000_000, using: &random)
    }
  }

  private func words(_ random: inout Random, _ time: inout Int64) -> [String] {
    let position = String(Int64.random(in: 0...95_000_000, using: &random))
    let gap = String(Int64.random(in: 1_000...249_900, using: &random))
    let short = String(Int64.random(in: 1_000...60_000, using: &random))
    let sets = manner.ignores ? 12 : 2
    let (client, reads) = ("0", String(Int64.random(in: 5_000...40_000, using: &random)))
    // Some are longer than the steps that the library keeps.
    let drag = String(Int.random(in: random.isTrue(0.5) ? 2...20 : 66...120, using: &random))
    let choices: [(Int, [String])] = [
      (3, ["host", "flicker", String(Int64.random(in: 1_000...299_000, using: &random)), short]),
      (3, ["client", "seeks", String(Int.random(in: 2...10, using: &random))]),
      (3, ["client", "toggles", String(Int.random(in: 2...5, using: &random))]),
      (2, ["client", "presses", String(Int.random(in: 0...31, using: &random))]),
      (2, ["client", "steps", String(Int.random(in: 2...4, using: &random))]),
      (2, ["client", "stepnext", String(Int.random(in: 1...3, using: &random))]),
      (6, ["host", "song"]), (3, ["host", "gap", gap]), (3, ["host", "stopgap", gap]), (3, ["host", "load", gap]),
      (4, ["host", "pause"]), (4, ["host", "play"]), (1, ["host", "stop"]), (4, ["host", "seek", position]),
      (3, ["host", "describe"]), (3, ["host", "tremble"]), (1, ["host", "hide"]),
      (2, ["host", "volume", String(Int.random(in: 0...10, using: &random))]),
      (6, ["client", "Next"]), (3, ["client", "Previous"]), (5, ["client", "Play"]), (5, ["client", "Pause"]),
      (6, ["client", "PlayPause"]), (1, ["client", "Stop"]),
      (4, ["client", "Seek", String(Int64.random(in: -20_000_000...20_000_000, using: &random))]),
      (4, ["client", "SetPosition", position]), (4, ["client", "SetPosition", position, client, reads]),
      (4, ["client", "drag", String(Int.random(in: 2...90, using: &random))]),
      (3, ["client", "dragnext", drag]),
      (
        manner.songs > 0 ? 12 : 1,
        ["client", "nextdrag", drag]
      ),
      (
        2,
        [
          "host", "thread", String(Int.random(in: 0...14, using: &random)),
          String(Int.random(in: 0...10, using: &random)),
        ]
      ),
      (sets, ["client", "volume", String(Int.random(in: 0...10, using: &random))]),
      (sets, ["client", "shuffle", String(Int.random(in: 0...1, using: &random))]),
      (sets, ["client", "loop", String(Int.random(in: 0...2, using: &random))]),
      (sets, ["client", "rate", String(Int.random(in: 1...4, using: &random))]),
      (3, ["client", "join", String(Int.random(in: 0...3_000, using: &random))]),
      (1, ["bus", "restart", String(Int64.random(in: 0...3_000_000, using: &random))]),
      (1, ["bus", "silent", String(Int64.random(in: 1_000...2_000_000, using: &random))]),
    ]
    let words = Self.choose(choices, &random)
    if ["gap", "stopgap", "load"].contains(words[1]) { time += Int64(words[2]) ?? 0 }
    if ["flicker", "seeks", "steps", "stepnext", "toggles", "presses", "thread", "nextdrag"].contains(words[1])
      || words[1] == "SetPosition" && (words.count > 3 || random.isTrue(0.5))
    {
      time += 3_500_000
    }
    return words
  }
}
