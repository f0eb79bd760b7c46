/// Flashes of the mean of whole frames, as the analyzer EA IRIS counts them.
///
/// It sees no local flashing but is a second opinion, and it is what other tools report.
package struct MeanFlash: Sendable {
  /// What the mean is of.
  package enum Kind: UInt8, Sendable {
    /// Relative luminance, 0 to 1.
    case luminance
    /// Saturated red, 0 to 320.
    case red
  }

  /// The mean of the frame last taken.
  package private(set) var mean: Float = 0
  /// The change that has gone on in one direction for at most a second.
  package private(set) var accumulated: Float = 0
  /// Transitions in the last second.
  package private(set) var transitions: UInt32 = 0
  /// Frames of the last five seconds with four to six transitions.
  package var extendedCount: UInt32 { extended.flashingFrames }
  /// How bad the frame last taken is.
  package private(set) var level = FlashLevel.pass
  /// How bad the worst frame was.
  package private(set) var worstLevel = FlashLevel.pass
  /// The maximum count of transitions in any second.
  package private(set) var maximumTransitions: UInt32 = 0

  private let threshold: Float
  private let darkLimit: Float
  private var differences: [Float]
  private var differenceCount: UInt32 = 0
  private var oldest: UInt32 = 0
  private var wasTransition: [Bool]
  private var slot: UInt32 = 0
  private var extended: ExtendedWindow

  /// Takes storage for a frame rate.
  package init(_ kind: Kind, framesPerSecond: UInt32) {
    threshold = kind == .luminance ? 0.1 : 20
    // The limit of red is above every value.
    darkLimit = kind == .luminance ? 0.8 : 321
    differences = [Float](repeating: 0, count: Int(framesPerSecond))
    wasTransition = [Bool](repeating: false, count: Int(framesPerSecond))
    extended = ExtendedWindow(framesPerSecond: framesPerSecond)
  }

  /// Begins with a picture that has none before it.
  package mutating func begin(mean: Float) {
    self.mean = mean
    accumulated = 0
    differenceCount = 0
    count(isTransition: false)
  }

  /// Takes a frame's mean.
  ///
  /// - Parameter changedShare: The share of the picture that differs at all from the frame before.
  package mutating func advance(mean new: Float, changedShare: Float) {
    advance(mean: new, difference: changedShare < 0.25 ? 0 : new - mean)
  }

  /// Takes a frame's mean and its difference to the frame before, 0 where too little changed.
  package mutating func advance(mean new: Float, difference: Float) {
    let before = accumulated
    accumulate(difference)
    let isSameSense = before * accumulated > 0
    let wasReached = isSameSense && abs(before) >= threshold
    let isTransition =
      abs(accumulated) >= threshold && min(mean, new) < darkLimit && !wasReached
    mean = new
    count(isTransition: isTransition)
  }

  private mutating func accumulate(_ difference: Float) {
    if difference * accumulated < 0 {
      differenceCount = 0
      accumulated = 0
    }
    let capacity = UInt32(differences.count)
    if differenceCount == capacity {
      accumulated -= differences[Int(oldest)]
      oldest = (oldest &+ 1) % capacity
      differenceCount &-= 1
    }
    differences[Int((oldest &+ differenceCount) % capacity)] = difference
    differenceCount &+= 1
    accumulated += difference
  }

  private mutating func count(isTransition: Bool) {
    if wasTransition[Int(slot)] { transitions &-= 1 }
    wasTransition[Int(slot)] = isTransition
    if isTransition { transitions &+= 1 }
    slot = slot &+ 1 == UInt32(wasTransition.count) ? 0 : slot &+ 1
    maximumTransitions = max(maximumTransitions, transitions)
    let isExtended = extended.advance(transitions)
    level =
      transitions > 6 ? .fail : isExtended ? .extended : transitions >= 4 ? .warning : .pass
    worstLevel = max(worstLevel, level)
  }
}
