import SimbenchKit

/// The camera in use.
///
/// A camera takes half a second to start and cannot be switched again before, so fast taps cannot
/// make the preview flash.
package struct CameraSwitch: Equatable, Sendable {
  /// The minimum time between two switches, in seconds.
  private static var startSeconds: Float { 0.5 }

  /// The camera in use.
  package private(set) var position: CameraPosition
  /// The number of switches so far.
  package private(set) var switchCount: UInt32 = 0
  /// The number of frames until the camera has started.
  private var framesLeft: UInt32 = 0
  private let startFrames: UInt32

  /// Makes a switch whose camera has already started.
  package init(position: CameraPosition, framesPerSecond: UInt32) {
    self.position = position
    startFrames = UInt32(Self.startSeconds * Float(framesPerSecond)) + 1
  }

  /// Advances by a frame.
  ///
  /// - Parameter isAsked: Whether the user requests the other camera.
  /// - Returns: Whether the camera changes with this frame.
  package mutating func advance(isAsked: Bool) -> Bool {
    if framesLeft > 0 { framesLeft -= 1 }
    guard isAsked, framesLeft == 0 else { return false }
    position = position.other
    switchCount += 1
    framesLeft = startFrames
    return true
  }
}

extension CameraSwitch: StateFields {
  /// Visits every stored field; the start time follows from the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&position, "position")
    visitor.field(&switchCount, "switchCount")
    visitor.field(&framesLeft, "framesLeft")
    visitor.derived("startFrames")
  }
}
