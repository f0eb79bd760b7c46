import SimFormats

extension TuneReport {
  /// A Swift source file with the caps, for an app to copy: a type whose cases are the device
  /// classes, found by the hardware's identifier.
  package static func swift(_ results: [CapResult], levels: [CapLevels] = []) -> String {
    let shown = results.filter(isJudged)
    let devices = distinct(shown.map(\.device.name))
    let scenarios = distinct(shown.map(\.scenario))
    var text = """
      /// Caps per device class, found by simbench tune.
      ///
      /// A device is identified by its hardware identifier, the `machine` of `uname`; one that is
      /// not listed gets the lowest caps of all.
      enum DeviceCaps: String, CaseIterable, Sendable {

      """
    for name in devices { text += "  case \(identifier(name)) = \"\(name)\"\n" }
    text += "  case unknown\n\n"
    text += """
        /// What is capped.
        enum Scenario: String, CaseIterable, Sendable {

      """
    for name in scenarios { text += "    case \(identifier(name)) = \"\(name)\"\n" }
    // Swift allows no raw type without a case.
    if scenarios.isEmpty { text += "    case none\n" }
    text += "  }\n\n"
    text += """
        /// Counts between which quality may change while the app runs.
        struct Levels: Equatable, Sendable {
          var minimum: Int
          var start: Int
          var maximum: Int
          var quantum: Int
        }


      """
    text += machines(shown)
    text += caps(shown.filter { $0.quantum > 0 })
    text += holds(shown)
    text += self.levels(levels)
    return text + "}\n"
  }

  private static func isJudged(_ result: CapResult) -> Bool {
    switch result.outcome {
    case .found, .impossible: true
    case .skipped: false
    }
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: [String] = []
    for name in names where !seen.contains(name) { seen.append(name) }
    return seen
  }

  /// A name as Swift writes it: `iphone-se-2` is `iphoneSe2`.
  package static func identifier(_ name: String) -> String {
    var word = ""
    var isUpper = false
    for character in name {
      guard character.isASCII, character.isLetter || character.isNumber else {
        isUpper = !word.isEmpty
        continue
      }
      word += isUpper ? character.uppercased() : String(character)
      isUpper = false
    }
    if word.isEmpty || word.first?.isNumber == true { word = "_" + word }
    // The case of devices that are not listed.
    if word == "unknown" { return "unknownClass" }
    return keywords.contains(word) ? "`\(word)`" : word
  }

  private static let keywords: Set = [
    "as", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum",
    "extension", "fallthrough", "false", "for", "func", "guard", "if", "import", "in", "init",
    "is", "let", "nil", "operator", "private", "protocol", "public", "repeat", "return", "self",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "var", "where", "while",
  ]

  private static func machines(_ results: [CapResult]) -> String {
    var text = """
        /// The class of a device by its hardware identifier.
        init(hardwareIdentifier: String) {
          switch hardwareIdentifier {

      """
    var seen: [String] = []
    for device in results.map(\.device) where !seen.contains(device.name) {
      seen.append(device.name)
      guard !device.hardwareIdentifiers.isEmpty else { continue }
      let words = device.hardwareIdentifiers.map { "\"\($0)\"" }.joined(separator: ", ")
      text += "    case \(words): self = .\(identifier(device.name))\n"
    }
    return text + "    default: self = .unknown\n    }\n  }\n\n"
  }

  /// The caps, nil where nothing fits; those of the unknown are the lowest of all.
  private static func caps(_ results: [CapResult]) -> String {
    var text = """
        /// The count of a scenario's population that the class sustains at a frame rate; nil if not
        /// even the smallest fit, or nothing was tuned.
        func cap(of scenario: Scenario, framesPerSecond: Int) -> Int? {
          switch (scenario, self, framesPerSecond) {

      """
    for result in results {
      text += "    case (.\(identifier(result.scenario)), .\(identifier(result.device.name)), "
      text += "\(result.frameRate)): "
      text += result.cap > 0 ? "\(result.cap)" : "nil"
      text += "  // \(result.population), \(result.renderer), "
      text += "\(result.isMeasured ? "measured" : "estimated")\n"
    }
    for (scenario, rate) in pairs(results) {
      let caps = results.filter { $0.scenario == scenario && $0.frameRate == rate }.map(\.cap)
      // An unknown device may be as weak as the weakest.
      guard let least = caps.min() else { continue }
      text += "    case (.\(identifier(scenario)), .unknown, \(rate)): "
      text += least > 0 ? "\(least)\n" : "nil\n"
    }
    return text + "    default: nil\n    }\n  }\n"
  }

  /// Whether the class holds a scenario at all; nil where the costs leave it open.
  private static func holds(_ results: [CapResult]) -> String {
    var text = """

        /// Whether the class draws a scenario at a frame rate, with as many of its population as
        /// `cap` says; nil where that is too close to say, or nothing was tuned.
        func holds(_ scenario: Scenario, framesPerSecond: Int) -> Bool? {
          switch (scenario, self, framesPerSecond) {

      """
    for result in results {
      var answer = "true"
      if case .impossible = result.outcome { answer = result.isTooCloseToSay ? "nil" : "false" }
      text += "    case (.\(identifier(result.scenario)), .\(identifier(result.device.name)), "
      text += "\(result.frameRate)): \(answer)\n"
    }
    return text + "    default: nil\n    }\n  }\n"
  }

  private static func pairs(_ results: [CapResult]) -> [(String, UInt32)] {
    var pairs: [(String, UInt32)] = []
    for result in results {
      let pair = (result.scenario, result.frameRate)
      if !pairs.contains(where: { $0 == pair }) { pairs.append(pair) }
    }
    return pairs
  }

  private static func levels(_ levels: [CapLevels]) -> String {
    guard !levels.isEmpty else { return "" }
    var text = """

        /// The levels of quality for a scenario at a frame rate: from what a hot device sustains to
        /// what a cool one may; nil where there is nothing to choose.
        func levels(of scenario: Scenario, framesPerSecond: Int) -> Levels? {
          switch (scenario, self, framesPerSecond) {

      """
    func values(_ level: CapLevels) -> String {
      "Levels(minimum: \(level.minimum), start: \(level.start), maximum: \(level.maximum), "
        + "quantum: \(level.quantum))"
    }
    for level in levels {
      text += "    case (.\(identifier(level.scenario)), .\(identifier(level.device)), "
      text += "\(level.frameRate)):\n      \(values(level))\n"
    }
    var seen: [(String, UInt32)] = []
    for level in levels where !seen.contains(where: { $0 == (level.scenario, level.frameRate) }) {
      seen.append((level.scenario, level.frameRate))
      let alike = levels.filter {
        $0.scenario == level.scenario && $0.frameRate == level.frameRate
      }
      guard let least = alike.min(by: { ($0.start, $0.minimum) < ($1.start, $1.minimum) }) else {
        continue
      }
      text += "    case (.\(identifier(level.scenario)), .unknown, \(level.frameRate)):\n"
      text += "      \(values(least))\n"
    }
    return text + "    default: nil\n    }\n  }\n"
  }
}
