/// When a frame is due: the one definition of lateness, from which every figure of it follows.
///
/// A display changes its picture only at a refresh, so a scenario's frames are due a whole number
/// of refreshes after they begin, and one that misses its refresh appears at the next that it does
/// not miss. All arithmetic is in whole numbers and exact.
package struct DueTime: Equatable, Sendable {
  /// Frames per second of the scenario, from 1.
  package let frameRate: UInt32
  /// Refreshes a second of the display, from 1.
  package let refreshRate: UInt32

  /// Makes the due time of a scenario on a display; both rates in hertz and at least 1.
  package init(frameRate: UInt32, refreshRate: UInt32) {
    precondition(frameRate > 0 && refreshRate > 0, "a rate of nothing has no time")
    self.frameRate = frameRate
    self.refreshRate = refreshRate
  }

  /// Refreshes from one frame to the next: the nearest whole number, halves up, and at least 1.
  ///
  /// At 60 Hz: 60 frames per second are due every refresh, 30 every second one, 24 every third.
  /// That is what the platform's views do with a preferred rate: as close to it as possible, and
  /// usually a factor of the display's ("preferredFramesPerSecond" of `MTKView`, `SKView`,
  /// `SCNView`). A scenario faster than the display is due every refresh.
  package var refreshes: UInt64 {
    let (frame, refresh) = (UInt64(frameRate), UInt64(refreshRate))
    return max(1, (2 * refresh + frame) / (2 * frame))
  }

  /// The time a frame may take in whole nanoseconds, rounded down: one nanosecond more is late.
  package var nanoseconds: UInt64 { nanoseconds(ofRefreshes: refreshes) }

  /// The time a frame may take in milliseconds.
  package var milliseconds: Double { 1000 * Double(refreshes) / Double(refreshRate) }

  /// A number of refreshes in nanoseconds, rounded down; at most what 64 bits hold.
  package func nanoseconds(ofRefreshes count: UInt64) -> UInt64 {
    let product = count.multipliedFullWidth(by: Self.second)
    // A quotient of more than 64 bits would trap below.
    guard product.high < UInt64(refreshRate) else { return .max }
    return UInt64(refreshRate).dividingFullWidth(product).quotient
  }

  /// The refreshes whose time is a number of nanoseconds, rounded up: at which of them what took
  /// that long appears, and the inverse of `nanoseconds(ofRefreshes:)`.
  package func refreshes(taking nanoseconds: UInt64) -> UInt64 {
    let product = nanoseconds.multipliedFullWidth(by: UInt64(refreshRate))
    let (quotient, remainder) = Self.second.dividingFullWidth(product)
    return remainder == 0 ? quotient : quotient + 1
  }

  /// By how many refreshes a frame appears late that took so many nanoseconds; 0 when it is in
  /// time.
  package func refreshesLate(taking nanoseconds: UInt64) -> UInt64 {
    let shown = refreshes(taking: nanoseconds)
    return shown > refreshes ? shown - refreshes : 0
  }

  /// By how many nanoseconds a frame that took so many exceeds its due time, whenever it appears;
  /// 0 when it is in time.
  package func overrun(of time: UInt64) -> UInt64 {
    time > nanoseconds ? time - nanoseconds : 0
  }

  /// Simulated time of a number of frames in nanoseconds, rounded down.
  package func playNanoseconds(ofFrames count: UInt64) -> UInt64 {
    let product = count.multipliedFullWidth(by: Self.second)
    guard product.high < UInt64(frameRate) else { return .max }
    return UInt64(frameRate).dividingFullWidth(product).quotient
  }

  /// Hitch time ratio: by how many milliseconds frames appear late in a second of play.
  ///
  /// - Parameters:
  ///   - late: refreshes by which the frames appear late, summed.
  ///   - frames: frames played; without any the ratio is 0.
  package func hitchMillisecondsPerSecond(late: UInt64, frames: UInt64) -> Double {
    guard frames > 0 else { return 0 }
    // One division, so that a ratio that is a whole number stays one.
    return Double(late) * 1000 * Double(frameRate) / (Double(refreshRate) * Double(frames))
  }

  private static var second: UInt64 { 1_000_000_000 }
}
