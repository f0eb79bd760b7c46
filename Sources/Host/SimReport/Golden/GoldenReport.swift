import SimFormats
import SimImageAnalysis

/// Goldens compared with what is there now, for people and for programs.
package struct GoldenReport: Sendable {
  /// A kept picture that differs.
  package struct Picture: Sendable {
    /// The frame.
    package var frame: UInt32
    /// By how much; nil for pictures of two sizes.
    package var difference: ImageDifference?
    /// By how much it seems to have moved.
    package var shift: ShiftEstimate?
    /// How much it matters, in words.
    package var drift: GoldenDrift
    /// Both sizes in words.
    package var size: String
    /// Columns of the picture as it is now.
    package var width: UInt32
    /// Rows of the picture as it is now.
    package var height: UInt32
    /// Where its images went.
    package var files: [String]
    /// The golden's tolerance.
    package var limits: [ImageLimit]
    /// Whether the manifest accepts the current frame in addition to the stored image.
    package var isAccepted: Bool

    /// Describes a picture.
    package init(
      frame: UInt32, difference: ImageDifference?, shift: ShiftEstimate?, drift: GoldenDrift,
      size: String, width: UInt32, height: UInt32, files: [String],
      limits: [ImageLimit], isAccepted: Bool = false
    ) {
      self.frame = frame
      self.difference = difference
      self.shift = shift
      self.drift = drift
      self.size = size
      self.width = width
      self.height = height
      self.files = files
      self.limits = limits
      self.isAccepted = isAccepted
    }
  }

  /// One golden.
  package struct Entry: Sendable {
    /// Its name.
    package var name: String
    /// Its state.
    package var state: GoldenState
    /// Frames compared.
    package var frameCount: UInt32
    /// Frames per second.
    package var framesPerSecond: UInt32
    /// Frames that are not accepted.
    package var differingFrames: UInt32
    /// The first of them.
    package var firstFrame: UInt32?
    /// Frames that were rejected before, with the reason of the first.
    package var rejectedFrames: UInt32
    /// Why the first of them was rejected.
    package var reason: String?
    /// The tolerance; nil demands every pixel.
    package var tolerance: String?
    /// What is missing or wrong with the references, a sentence each.
    package var notes: [String]
    /// Kept pictures that differ.
    package var pictures: [Picture]
    /// Where it waits to be accepted; nil when nothing was recorded.
    package var pending: String?
    /// The folder that it lies in.
    package var folder = GoldenReport.defaultFolder
    /// The failure of the machine, if the golden was not compared.
    package var notJudged: NotJudgedRun?

    /// Describes a golden of a state.
    package init(
      name: String, state: GoldenState, frameCount: UInt32, framesPerSecond: UInt32,
      differingFrames: UInt32 = 0, firstFrame: UInt32? = nil, rejectedFrames: UInt32 = 0,
      reason: String? = nil, tolerance: String? = nil, notes: [String] = [],
      pictures: [Picture] = [], pending: String? = nil
    ) {
      self.name = name
      self.state = state
      self.frameCount = frameCount
      self.framesPerSecond = framesPerSecond
      self.differingFrames = differingFrames
      self.firstFrame = firstFrame
      self.rejectedFrames = rejectedFrames
      self.reason = reason
      self.tolerance = tolerance
      self.notes = notes
      self.pictures = pictures
      self.pending = pending
    }
  }

  /// The default folder of goldens.
  package static var defaultFolder: String { "scenarios/goldens" }

  /// The goldens in their order.
  package let entries: [Entry]
  let orphans: [String]
  let folder: String

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - entries: Every golden that was run.
  ///   - orphans: Files of the folder that belong to no golden.
  ///   - folder: The folder of goldens.
  package init(_ entries: [Entry], orphans: [String], folder: String) {
    self.entries = entries
    self.orphans = orphans
    self.folder = folder
  }

  // MARK: - People

  /// The report in words: a line for each golden, and why those that differ do.
  package var text: String { text() }

  /// The same for a terminal.
  ///
  /// - Parameters:
  ///   - isStyled: whether colors are marked with the escape sequences of terminals.
  ///   - width: columns of the terminal; nil leaves lines whole.
  package func text(isStyled: Bool = false, width: Int? = nil) -> String {
    TerminalRenderer.text(summary, isStyled: isStyled, width: width)
  }

  /// Goldens in their order, and the verdict.
  var summary: Document {
    let orphaned = orphans.map { "ORPHANED  \(folder)/\($0)" }
    let counts = GoldenState.counts(entries.map { $0.state })
    let sum =
      "\(CountWords.counted(entries.count, "golden")): \(counts.joined(separator: ", "))"
    let tone = entries.map { $0.state.tone }.min { $0.rawValue < $1.rawValue } ?? .unsure
    let word =
      switch tone {
      case .passed: "PASSED"
      case .failed: "FAILED"
      case .machine: "NOT JUDGED"
      case .unsure: "MISSING"
      }
    return Document(
      title: sum, summaryTitle: "simbench golden: \(sum)", tone: tone,
      articles: entries.enumerated().map { index, entry in
        entry.article("golden-\(index + 1)") { [] }
      }, tail: [.lines(orphaned), .verdict(tone, word, sum)])
  }
}
