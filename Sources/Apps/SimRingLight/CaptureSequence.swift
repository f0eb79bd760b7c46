import SimbenchKit

/// The sequence from the shutter to the photo: self-timer, display flash, and return.
///
/// The display goes to full brightness for the flash and then returns to its exact previous value.
/// The flash has its own driver, like the ring. Flash and ring never move within half a second of
/// each other, so their combination does not flicker either.
package struct CaptureSequence: Equatable, Sendable {
  /// A phase of the sequence.
  package enum Phase: UInt8, CaseIterable, Sendable {
    /// No capture.
    case idle
    /// The self-timer runs.
    case counting
    /// The flash waits until the ring rests, then rises.
    case rising
    /// The flash is at full brightness; the photo is taken in its first frame.
    case exposed
    /// The flash fades and the display's brightness returns.
    case falling
  }

  /// The current phase.
  package private(set) var phase = Phase.idle
  /// The remaining frames of the self-timer.
  package private(set) var framesLeft: UInt32 = 0
  /// The number of photos so far.
  package private(set) var photoCount: UInt32 = 0
  /// The number of canceled timers.
  package private(set) var cancelCount: UInt32 = 0
  /// The display's brightness, 0 to 1.
  package private(set) var screenBrightness: Float
  /// The brightness to return to.
  private var savedBrightness: Float
  /// The flash of the current photo.
  private var flashTarget = Overlay.none
  /// The flash's light over the whole display.
  package private(set) var flash: OverlayDriver
  private let framesPerSecond: UInt32

  /// Makes an idle sequence at a display brightness.
  package init(screenBrightness: Float, framesPerSecond: UInt32) {
    self.screenBrightness = screenBrightness
    savedBrightness = screenBrightness
    self.framesPerSecond = framesPerSecond
    flash = OverlayDriver(framesPerSecond: framesPerSecond)
  }

  /// Whether the ring must not change.
  package var holdsRing: Bool { phase != .idle && phase != .counting || !flash.isRested }

  /// Handles the shutter button: starts a capture, or cancels a running timer.
  package mutating func press(timer: SelfTimer) {
    switch phase {
    case .idle:
      framesLeft = timer.seconds * framesPerSecond
      phase = .counting
    case .counting:
      phase = .idle
      framesLeft = 0
      cancelCount += 1
    case .rising, .exposed, .falling: return
    }
  }

  /// Advances by a frame.
  ///
  /// - Parameters:
  ///   - light: The flash's light, or nil for no flash; read when the timer ends.
  ///   - isRingRested: Whether the ring has rested long enough to reverse its direction.
  /// - Returns: Whether the photo is taken in this frame.
  package mutating func advance(light: LinearColor?, isRingRested: Bool) -> Bool {
    var target = flash.overlay
    switch phase {
    case .idle: target = .none
    case .counting:
      if framesLeft > 0 {
        framesLeft -= 1
        break
      }
      guard let light else {
        phase = .idle
        return shoot()
      }
      flashTarget = Overlay(light: light, coverage: 1)
      savedBrightness = screenBrightness
      phase = .rising
    case .rising:
      guard isRingRested else { break }
      screenBrightness = 1
      target = flashTarget
    case .exposed:
      target = .none
      phase = .falling
    case .falling: target = .none
    }
    flash.advance(to: target)
    if phase == .rising, flash.overlay == flashTarget {
      phase = .exposed
      return shoot()
    }
    if phase == .falling, flash.overlay == .none {
      phase = .idle
      screenBrightness = savedBrightness
    }
    return false
  }

  private mutating func shoot() -> Bool {
    photoCount += 1
    return true
  }
}

extension CaptureSequence: StateFields {
  /// Visits every stored field; the frame rate follows from the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&phase, "phase")
    visitor.field(&framesLeft, "framesLeft")
    visitor.field(&photoCount, "photoCount")
    visitor.field(&cancelCount, "cancelCount")
    visitor.field(&screenBrightness, "screenBrightness")
    visitor.field(&savedBrightness, "savedBrightness")
    visitor.field(&flashTarget, "flashTarget")
    visitor.field(&flash, "flash")
    visitor.derived("framesPerSecond")
  }
}
