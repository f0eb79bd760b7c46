/// Counts flashes by the mean of whole frames, like the analyzer EA IRIS.
///
/// It does not detect local flashing, but gives a second opinion that is comparable with other
/// tools.
package struct MeanFlash: Sendable {
  /// The averaged quantity.
  package enum Kind: UInt8, Sendable {
    /// Relative luminance, 0 to 1.
    case luminance
    /// Saturated red, 0 to 320.
    case red
  }

  /// The mean of the last frame.
  package private(set) var mean: Float = 0
  /// The accumulated change in one direction, over at most one second.
  package private(set) var accumulated: Float = 0
  /// The number of transitions within the last second.
  package private(set) var transitions: UInt32 = 0
  /// The number of frames in the last five seconds with four to six transitions.
  package var extendedCount: UInt32 { extended.flashingFrames }
  /// The level of the last frame.
  package private(set) var level = FlashLevel.pass
  /// The level of the worst frame.
  package private(set) var worstLevel = FlashLevel.pass
  /// The maximum number of transitions within any second.
  package private(set) var maximumTransitions: UInt32 = 0

  private let threshold: Float
  private let darkLimit: Float
  private var differences: [Float]
  private var differenceCount: UInt32 = 0
  private var oldest: UInt32 = 0
  private var wasTransition: [Bool]
  private var slot: UInt32 = 0
  private var extended: ExtendedWindow

  /// Allocates storage for a frame rate.
  package init(_ kind: Kind, framesPerSecond: UInt32) {
    threshold = kind == .luminance ? 0.1 : 20
    // For red, the limit is above every value.
    darkLimit = kind == .luminance ? 0.8 : 321
    differences = [Float](repeating: 0, count: Int(framesPerSecond))
    wasTransition = [Bool](repeating: false, count: Int(framesPerSecond))
    extended = ExtendedWindow(framesPerSecond: framesPerSecond)
  }

  /// Starts with an image that has no predecessor.
  package mutating func begin(mean: Float) {
    self.mean = mean
    accumulated = 0
    differenceCount = 0
    count(isTransition: false)
  }

  /// Adds a frame's mean.
  ///
  /// - Parameter changedShare: The fraction of the image that differs from the previous frame.
  package mutating func advance(mean new: Float, changedShare: Float) {
    advance(mean: new, difference: changedShare < 0.25 ? 0 : new - mean)
  }

  /// Adds a frame's mean and its difference to the previous frame, 0 if too little of it changed.
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
