import SimbenchKit

/// From the shutter to the photo: the timer, the flash of the display, and back.
///
/// The display goes to full brightness for the flash and comes back to exactly what it was. The
/// flash moves like the ring, by a driver of its own, and never while the ring has moved in the
/// last half second, nor the ring while the flash has; so the two together do not flicker either.
package struct CaptureSequence: Equatable, Sendable {
  /// What is going on.
  package enum Phase: UInt8, CaseIterable, Sendable {
    /// Nothing.
    case idle
    /// The timer runs.
    case counting
    /// The flash waits for the ring to rest, then rises.
    case rising
    /// The flash is there; the photo is taken in its first frame.
    case exposed
    /// The flash falls, and the display comes back.
    case falling
  }

  /// What is going on.
  package private(set) var phase = Phase.idle
  /// Frames of the timer that are left.
  package private(set) var framesLeft: UInt32 = 0
  /// Photos so far.
  package private(set) var photoCount: UInt32 = 0
  /// Timers that were cancelled.
  package private(set) var cancelCount: UInt32 = 0
  /// The display's brightness, 0 to 1.
  package private(set) var screenBrightness: Float
  /// The brightness to come back to.
  private var savedBrightness: Float
  /// The flash of the photo under way.
  private var flashTarget = Overlay.none
  /// Light over the whole display.
  package private(set) var flash: OverlayDriver
  private let framesPerSecond: UInt32

  /// Begins with a display's brightness.
  package init(screenBrightness: Float, framesPerSecond: UInt32) {
    self.screenBrightness = screenBrightness
    savedBrightness = screenBrightness
    self.framesPerSecond = framesPerSecond
    flash = OverlayDriver(framesPerSecond: framesPerSecond)
  }

  /// Whether the ring has to stay as it is.
  package var holdsRing: Bool { phase != .idle && phase != .counting || !flash.isRested }

  /// Presses the shutter: begins, or cancels a timer.
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
  ///   - light: the flash's light, or nil for none; read when the timer ends.
  ///   - isRingRested: whether the ring has not moved for as long as a turn takes.
  /// - Returns: whether the photo is taken in this frame.
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
  /// Shows every stored field; the frame rate follows from the plan.
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
