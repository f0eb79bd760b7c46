import SimFormats
import SimImageAnalysis

extension GoldenState {
  /// A number of goldens in the state, in words.
  func words(_ count: Int) -> String {
    self == .differs && count != 1
      ? "\(count) differ" : "\(count) \(rawValue.replacing("-", with: " "))"
  }

  /// The counts of states in words; goldens that were not judged only if there are any.
  static func counts(
    _ states: [GoldenState], in order: [GoldenState] = GoldenState.allCases
  ) -> [String] {
    order.compactMap { state in
      let count = states.count { $0 == state }
      return state == .notJudged && count == 0 ? nil : state.words(count)
    }
  }

  /// The tone of the state.
  var tone: Tone {
    switch self {
    case .same: .passed
    case .differs: .failed
    case .missing: .unsure
    case .notJudged: .machine
    }
  }
}

extension GoldenReport {
  /// A command to copy for a golden of a folder.
  package static func command(
    _ verb: String, _ name: String, in folder: String, _ options: [String] = []
  ) -> String {
    let place = folder == defaultFolder ? [] : ["--goldens", folder]
    return ShellCommand.simbench(["golden", verb, name] + place + options)
  }
}

extension GoldenReport.Entry {
  /// The report of a golden, with blocks for some formats only.
  func article(_ id: String, more: @escaping () -> [Block]) -> Article {
    Article(
      id: id,
      headline: Headline(
        tone: state.tone, verdict: state.rawValue.uppercased().replacing("-", with: " "),
        name: MessageText.oneLine(name),
        conditions: [frameWords].compactMap { $0 }, verdictWidth: 8),
      isFolded: state == .same, fold: "golden \(MessageText.oneLine(name)): \(reasonWords)",
      opensWhereFailed: true
    ) { [.facts(Facts(facts, width: 11, gap: 0))] + more() }
  }

  /// The number of frames, or of frames that are not accepted; nil if nothing was accepted.
  var frameWords: String? {
    if state == .same {
      return CountWords.counted(frameCount, "frame")
        + (differingFrames > 0 ? ", \(differingFrames) within the tolerance" : "")
    }
    guard let frame = firstFrame, differingFrames > 0 else { return nil }
    let seconds = Double(frame) / Double(framesPerSecond)
    let verb = differingFrames == 1 ? "differs" : "differ"
    let frames = CountWords.counted(frameCount, "frame")
    return "\(differingFrames) of \(frames) \(verb), the first is \(frame), "
      + "\(Quantity.figure(seconds, decimals: 2)) s"
  }

  private var facts: [Facts.Row] {
    if let notJudged {
      return [
        Facts.Row("reason", notJudged.reasonWords), Facts.Row("next", notJudged.nextWords),
      ]
    }
    var rows = notes.map { Facts.Row("note", $0) }
    if let reason {
      let frames = CountWords.counted(rejectedFrames, "frame")
      rows.append(Facts.Row("rejected", "\(frames); \(reason)"))
    }
    for picture in pictures { rows += facts(of: picture) }
    if state == .differs && pictures.isEmpty && notes.isEmpty {
      rows.append(Facts.Row("pictures", "no saved image differs"))
    }
    if state != .same { rows.append(Facts.Row("next", next)) }
    return rows
  }

  private var next: String {
    // Recording it again would not help, since a rejected frame cannot be accepted.
    guard rejectedFrames == 0 else {
      return "fix the drawing: this rendering was rejected"
    }
    guard pending != nil else {
      return "review it, then \(command("update")) if it is correct"
    }
    return "review it, then \(command("accept")), or \(command("reject", ["--reason", "TEXT"]))"
  }

  /// A command to copy for the golden.
  func command(_ verb: String, _ options: [String] = []) -> String {
    GoldenReport.command(verb, name, in: folder, options)
  }

  private func facts(of picture: GoldenReport.Picture) -> [Facts.Row] {
    guard let difference = picture.difference else {
      return [Facts.Row("frame \(picture.frame)", picture.size)]
    }
    let files = ImageReport.Files(
      reference: "", test: "", heatMap: nil, width: picture.width, height: picture.height)
    var rows = ImageReport.rows(.init(difference, limits: picture.limits, files: files))
    rows[0].name = "frame \(picture.frame)"
    if let shift = picture.shift {
      rows.append(
        Facts.Row(
          "looks like",
          "a shift by \(Quantity.plain(shift.x.shortestDouble)) px to the right and "
            + "\(Quantity.plain(shift.y.shortestDouble)) px down, which explains "
            + "\(Quantity.percent(shift.explained.shortestDouble)) of it"))
    }
    rows.append(Facts.Row("drift", driftWords(picture)))
    if tolerance == nil { rows.append(Facts.Row("tolerance", "none, every pixel counts")) }
    return rows + picture.files.map { Facts.Row("picture", $0) }
  }

  /// The severity of an image's difference; an accepted one has none.
  private func driftWords(_ picture: GoldenReport.Picture) -> String {
    guard state == .same else { return picture.drift.rawValue }
    return picture.isAccepted
      ? "none: accepted in addition to the saved image"
      : "within the tolerance: \(picture.drift.rawValue)"
  }
}
