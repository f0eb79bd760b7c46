import SimFormats
import SimInput
import SimMath
import SimRuntime

/// Where two runs part, and how far they drift from there.
package struct Divergence: Sendable {
  /// How much it matters.
  package enum Kind: String, CaseIterable, Sendable {
    /// Every field is the same; only what they are saved as is not.
    case encoding
    /// Numbers differ by little, and nothing that is counted does.
    case bits
    /// Something else happens.
    case behavior
  }

  /// How far apart both are after a frame.
  package struct Drift: Sendable {
    /// The frame.
    package var frame: UInt32
    /// How many fields and elements differ.
    package var count: Int
    /// The largest difference of two numbers; nil when none differ.
    package var largest: Float?
    /// The field it is in.
    package var field: String?
    /// Whether a number that is counted differs, or a list has another length.
    package var hasOtherCounts: Bool
  }

  /// A field that differs, with all its elements.
  package struct Extent: Sendable {
    /// Its name.
    package var name: String
    /// How many of its elements differ.
    package var count: Int
  }

  /// The first frame that differs.
  package var frame: UInt32
  /// The part of it that does.
  package var phase: String
  /// The first fields that differ after it: first of one run, then of the other.
  package var fields: [StateDifference] = []
  /// All fields that differ after it, those with the fewest elements first: one number is more
  /// often a cause than 600 are.
  package var extents: [Extent] = []
  /// How far apart both are there and later.
  package var drift: [Drift] = []
  /// Frames from there on that differ, of those that both have.
  package var differingFrames: UInt32 = 0
  /// Frames from there on that both have.
  package var followingFrames: UInt32 = 0
  /// Painted frames whose pixels differ.
  package var differingPictures: UInt32 = 0
  /// The states after the frame, of one run and of the other; nil where one has none.
  package var states: (first: Snapshot, second: Snapshot)?
  /// Why there are no fields, when there are none.
  package var reason: String?
  /// How much it matters; nil where there are no states to tell by.
  package var kind: Kind?
  /// Whether a frame from there on has another display list or other pixels.
  private var hasOtherPictures = false
  /// Whether a frame from there on has another digest of clock, canvas and scene.
  private var hasOtherScene = false

  /// Whether only digests differ.
  ///
  /// Every field that was compared, every display list and every pixel is the same: then no run is
  /// known to be wrong, but a digest or a list of fields is.
  package var isUnexplained: Bool {
    fields.isEmpty && reason == nil && !drift.isEmpty && drift.allSatisfy { $0.count == 0 }
      && !hasOtherPictures && differingPictures == 0
      && (phase == "step" || !hasOtherScene)
  }

  /// From which difference on, of a number or relative to it, another thing happens.
  package static var behaviorThreshold: Float { 1e-3 }
  /// The fields that are listed: the first, and five more.
  package static var fieldLimit: Int { 6 }
  /// States that are compared to tell how both drift.
  private static var driftCount: UInt32 { 8 }
  /// Frames within which they lie: a minute.
  private static var driftFrames: UInt32 { 3600 }

  /// Finds out where two variants part.
  ///
  /// - Parameters:
  ///   - logs: The logs of both runs.
  ///   - request: how they were run.
  ///   - open: opens sessions of both runs, in which states can be compared; nil where neither a
  ///     scene nor a model is known.
  /// - Returns: nil when they do not part.
  package static func find(
    _ first: RunVariant, _ second: RunVariant, logs: (FrameLog, FrameLog), _ request: LogRequest,
    open: (first: () -> any Session, second: () -> any Session)?
  ) throws(VariantError) -> Divergence? {
    let comparesSource = first.hasSameSource && second.hasSameSource
    let comparison = LogComparison(logs.0, logs.1, comparesSource: comparesSource)
    guard let frame = comparison.frame, let stage = comparison.stage else { return nil }
    var found = Divergence(frame: frame, phase: "\(stage)")
    found.count(logs, comparesSource: comparesSource)
    var wanted = request
    let end = UInt32(min(logs.0.frames.count, logs.1.frames.count)) - 1
    let last = min(end, frame + driftFrames)
    wanted.kept = sampled(frame, last)
    wanted.last = last
    let again = (try first.log(wanted), try second.log(wanted))
    guard let one = again.0.state(after: frame), let other = again.1.state(after: frame) else {
      found.reason = "a run that ends sooner, or keeps no states, has none to compare"
      return found
    }
    found.states = (one, other)
    if again.0.frames[Int(frame)] != logs.0.frames[Int(frame)]
      || again.1.frames[Int(frame)] != logs.1.frames[Int(frame)]
    {
      found.reason = "in another run, the frame differs: it is not determined by the seed"
    }
    if let open {
      found.compare(again, wanted.kept, (open.first(), open.second()))
      if stage == .input { found.compareInput((open.first(), open.second())) }
    }
    return found
  }

  /// The frame itself, and frames up to the last, ever further apart.
  private static func sampled(_ frame: UInt32, _ last: UInt32) -> [UInt32] {
    var frames = [frame]
    for step in 1..<driftCount where last > frame {
      let distance = UInt64(last - frame) >> UInt64(driftCount - 1 - step)
      let next = frame + UInt32(distance)
      if let newest = frames.last, next > newest { frames.append(next) }
    }
    return frames
  }

  /// Compares the input of both in the frame: if it differs, they diverge there, regardless of its
  /// effects.
  private mutating func compareInput(_ sessions: (any Session, any Session)) {
    for session in [sessions.0, sessions.1] {
      // The source is another one when it was fed by another process or target.
      session.paints = false
      while session.frame <= frame, !session.hasEnded { session.advance() }
    }
    let all = sessions.0.inputDifferences(from: sessions.1)
    let differences = Array(all.prefix(Self.fieldLimit))
    if !differences.isEmpty { (fields, extents) = (differences, Self.extents(all)) }
  }

  /// What of a step differs first: the clock and the canvas before the scene.
  private static func phase(_ differences: [StateDifference]) -> String {
    let names = Set(differences.prefix(32).compactMap { $0.place.names.first?.description })
    if names.contains("activeFrame") { return "clock" }
    return names.contains("changeCount") || names.contains("canvas") ? "canvas" : "step"
  }

  private static func extents(_ differences: [StateDifference]) -> [Extent] {
    var extents: [Extent] = []
    var places: [String: Int] = [:]
    for difference in differences {
      let name = difference.place.text
      if let place = places[name] {
        extents[place].count += 1
      } else {
        places[name] = extents.count
        extents.append(Extent(name: name, count: 1))
      }
    }
    // Equal ones stay in the order of the state.
    return extents.enumerated().sorted {
      ($0.element.count, $0.offset) < ($1.element.count, $1.offset)
    }.map { $0.element }
  }

  private mutating func count(_ logs: (FrameLog, FrameLog), comparesSource: Bool) {
    for (a, b) in zip(logs.0.frames, logs.1.frames).dropFirst(Int(frame)) {
      followingFrames += 1
      if a.difference(from: b, comparesSource: comparesSource) != nil { differingFrames += 1 }
      if a.scene != b.scene { hasOtherScene = true }
      if let mine = a.list, let theirs = b.list, mine != theirs { hasOtherPictures = true }
      if let mine = a.pixels, let theirs = b.pixels, mine != theirs { differingPictures += 1 }
    }
  }

  private mutating func compare(
    _ logs: (FrameLog, FrameLog), _ frames: [UInt32],
    _ sessions: (any Session, any Session)
  ) {
    let (one, other) = sessions
    for frame in frames {
      guard let first = logs.0.state(after: frame), let second = logs.1.state(after: frame) else {
        continue
      }
      do {
        try one.restoreScene(first, beforeFrame: frame + 1)
        try other.restoreScene(second, beforeFrame: frame + 1)
      } catch {
        if frame == self.frame { reason = "the states are not of the same fields" }
        continue
      }
      let differences = one.differences(from: other, limit: .max)
      if frame == self.frame {
        fields = Array(differences.prefix(Self.fieldLimit))
        extents = Self.extents(differences)
        if phase == "step", !differences.isEmpty { phase = Self.phase(differences) }
      }
      drift.append(Drift(frame, differences))
    }
    guard !drift.isEmpty else { return }
    let isNothing = drift.allSatisfy { $0.count == 0 }
    let isOther = drift.contains { $0.hasOtherCounts }
    if isNothing, reason != nil {
      // The states are those of other runs.
      kind = nil
    } else if isNothing {
      kind = phase == "step" || phase == "source" ? .encoding : .behavior
    } else {
      kind = isOther ? .behavior : .bits
    }
  }
}

extension Divergence.Drift {
  /// Sums differences up.
  package init(_ frame: UInt32, _ differences: [StateDifference]) {
    self.frame = frame
    count = differences.count
    hasOtherCounts = false
    for difference in differences {
      guard let (one, other) = difference.floats else {
        hasOtherCounts = true
        continue
      }
      let distance = (one - other).magnitude
      // NaN counts as the largest distance.
      guard distance.isFinite else {
        (largest, field, hasOtherCounts) = (.infinity, difference.field, true)
        continue
      }
      if distance > largest ?? -1 { (largest, field) = (distance, difference.field) }
      let allowed = Divergence.behaviorThreshold * max(1, max(one.magnitude, other.magnitude))
      if distance > allowed { hasOtherCounts = true }
    }
  }
}

extension StateDifference {
  /// Both values where they are numbers with a fraction.
  fileprivate var floats: (Float, Float)? {
    guard kind == .float, let first, let second else { return nil }
    return (
      Float(bitPattern: UInt32(truncatingIfNeeded: first)),
      Float(bitPattern: UInt32(truncatingIfNeeded: second))
    )
  }
}
