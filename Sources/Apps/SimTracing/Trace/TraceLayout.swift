import SimbenchKit

/// A letter, placed on a canvas of one size, with the storage to trace it.
///
/// Making one takes more than a hundred allocations, so a scene makes those of its plan before the
/// first frame and only swaps them when the canvas changes.
package struct TraceLayout: Sendable {
  /// Width of the canvas in points.
  var width: Float
  /// Height of the canvas in points.
  var height: Float
  /// The letter's path for measurements.
  var path: TracePath
  /// The same path with chords too short to be visible.
  var finePath: TracePath
  /// The meter, either untouched or with the state before a resize.
  var meter: TraceMeter

  /// Centers a letter on a canvas.
  init(
    _ letter: Letter, on canvas: SceneCanvas, tolerance: TraceTolerance, pointsPerMillimeter: Float
  ) {
    let frame = Self.frame(in: canvas, pointsPerMillimeter: pointsPerMillimeter)
    width = canvas.widthPoints
    height = canvas.heightPoints
    path = TracePath(letter, in: frame)
    finePath = TracePath(letter, in: frame, flatness: TraceTuning.flatness)
    meter = TraceMeter(path, tolerance: tolerance, pointsPerMillimeter: pointsPerMillimeter)
  }

  /// Whether the layout fits a canvas.
  func fits(_ canvas: SceneCanvas) -> Bool {
    width == canvas.widthPoints && height == canvas.heightPoints
  }

  /// Makes two layouts for each size of some canvases, minus one for the first, which the scene
  /// holds.
  ///
  /// While one layout adopts the ink, the other still holds it; so even a canvas that keeps its
  /// size, rotated by half a turn, needs two.
  static func spares(
    _ letter: Letter, for canvases: [SceneCanvas], tolerance: TraceTolerance,
    pointsPerMillimeter: Float
  ) -> [TraceLayout] {
    var spares: [TraceLayout] = []
    for canvas in canvases where !spares.contains(where: { $0.fits(canvas) }) {
      // Made twice: shared storage would be copied at the first write.
      for _ in 0..<2 {
        spares.append(
          TraceLayout(
            letter, on: canvas, tolerance: tolerance, pointsPerMillimeter: pointsPerMillimeter))
      }
    }
    return Array(spares.dropFirst())
  }

  /// The frame of a letter in the middle of a canvas.
  static func frame(in canvas: SceneCanvas, pointsPerMillimeter: Float) -> PointRectangle {
    let (width, height) = (canvas.widthPoints, canvas.heightPoints)
    let margin = TraceTuning.marginShare * min(width, height)
    let maximum = TraceTuning.maximumLetterMillimeters * pointsPerMillimeter
    let side = Vector2(min(width - 2 * margin, maximum), min(height - 2 * margin, maximum))
    return PointRectangle(
      x: (width - side.x) * 0.5, y: (height - side.y) * 0.5, width: side.x, height: side.y)
  }
}
