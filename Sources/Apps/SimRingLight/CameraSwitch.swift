import SimbenchKit

/// Which camera is in use.
///
/// A camera takes half a second to start, and until then it cannot be switched again: nor could
/// the preview then flash, however quickly the user taps.
package struct CameraSwitch: Equatable, Sendable {
  /// Seconds from one switch to the next.
  private static var startSeconds: Float { 0.5 }

  /// The camera in use.
  package private(set) var position: CameraPosition
  /// Switches so far.
  package private(set) var switchCount: UInt32 = 0
  /// Frames until the camera has started.
  private var framesLeft: UInt32 = 0
  private let startFrames: UInt32

  /// Begins with a camera that has started.
  package init(position: CameraPosition, framesPerSecond: UInt32) {
    self.position = position
    startFrames = UInt32(Self.startSeconds * Float(framesPerSecond)) + 1
  }

  /// Advances by a frame.
  ///
  /// - Parameter isAsked: whether the user wants the other camera.
  /// - Returns: whether the camera is another one from this frame on.
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
  /// Shows every stored field; how long a camera starts follows from the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&position, "position")
    visitor.field(&switchCount, "switchCount")
    visitor.field(&framesLeft, "framesLeft")
    visitor.derived("startFrames")
  }
}
