import SimbenchKit

/// A sample of a finger or pencil.
package struct InkSample: Equatable, Sendable {
  /// The position; x to the right, y down, in the recording's unit.
  package var position: Vector2
  /// Nanoseconds since the first sample.
  package var time: UInt64

  /// Makes a sample.
  package init(_ position: Vector2, time: UInt64) {
    self.position = position
    self.time = time
  }
}

/// A person's writing: strokes from touch to lift.
package struct InkRecording: Equatable, Sendable {
  /// The strokes in writing order; none is empty.
  package var strokes: [[InkSample]]
  /// The longer side of the writing area, in the recording's unit; 0 if unknown.
  package var canvasSide: Float

  /// Makes a recording.
  package init(strokes: [[InkSample]], canvasSide: Float = 0) {
    self.strokes = strokes.filter { !$0.isEmpty }
    self.canvasSide = canvasSide
  }

  /// The positions of the strokes.
  package var polylines: [[Vector2]] { strokes.map { $0.map { $0.position } } }

  /// The writing, mirrored horizontally.
  var mirrored: InkRecording {
    var mirrored = moved(by: Placement(scale: Vector2(-1, 1), offset: .zero))
    mirrored.canvasSide = canvasSide
    return mirrored
  }

  /// The writing, scaled and moved.
  package func moved(by placement: Placement) -> InkRecording {
    InkRecording(
      strokes: strokes.map { stroke in
        stroke.map { InkSample(placement.apply($0.position), time: $0.time) }
      })
  }
}

/// A scale along each axis, then a translation.
package struct Placement: Equatable, Sendable {
  /// The factors along x and y.
  package var scale: Vector2
  /// The offset added after scaling.
  package var offset: Vector2

  /// Makes a placement.
  package init(scale: Vector2, offset: Vector2) {
    self.scale = scale
    self.offset = offset
  }

  /// Scales and moves a point.
  package func apply(_ point: Vector2) -> Vector2 {
    Vector2(point.x * scale.x + offset.x, point.y * scale.y + offset.y)
  }
}
