import SimbenchKit

/// One reading of a finger or pencil.
package struct InkSample: Equatable, Sendable {
  /// Where it was; x to the right, y down, in the recording's own unit.
  package var position: Vector2
  /// Nanoseconds from the first reading.
  package var time: UInt64

  /// Makes a reading.
  package init(_ position: Vector2, time: UInt64) {
    self.position = position
    self.time = time
  }
}

/// A person's writing: strokes from touching down to lifting.
package struct InkRecording: Equatable, Sendable {
  /// The strokes in the order they were written; none is empty.
  package var strokes: [[InkSample]]
  /// The longer side of the area that was written on, in the recording's unit; 0 if unknown.
  package var canvasSide: Float

  /// Makes a recording.
  package init(strokes: [[InkSample]], canvasSide: Float = 0) {
    self.strokes = strokes.filter { !$0.isEmpty }
    self.canvasSide = canvasSide
  }

  /// The strokes' positions alone.
  package var polylines: [[Vector2]] { strokes.map { $0.map { $0.position } } }

  /// The same writing as a mirror beside it shows it.
  var mirrored: InkRecording {
    var mirrored = moved(by: Placement(scale: Vector2(-1, 1), offset: .zero))
    mirrored.canvasSide = canvasSide
    return mirrored
  }

  /// The same writing elsewhere and of another size.
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
  /// What is added after scaling.
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
