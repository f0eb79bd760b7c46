import SimbenchKit

/// A letter in its position on a canvas of one size, with the storage to trace it.
///
/// Making one takes over a hundred allocations, so a scene makes those of its plan before the first
/// frame and only swaps them when the canvas changes.
package struct TraceLayout: Sendable {
  /// Width of the canvas in points.
  var width: Float
  /// Height of the canvas in points.
  var height: Float
  /// The letter's path, for measuring.
  var path: TracePath
  /// The same with corners too fine to be seen.
  var finePath: TracePath
  /// What measures the tracing, untouched or left behind.
  var meter: TraceMeter

  /// Puts a letter in the middle of a canvas.
  init(
    _ letter: Letter, on canvas: Canvas, tolerance: TraceTolerance, pointsPerMillimeter: Float
  ) {
    let frame = Self.frame(in: canvas, pointsPerMillimeter: pointsPerMillimeter)
    width = canvas.widthPoints
    height = canvas.heightPoints
    path = TracePath(letter, in: frame)
    finePath = TracePath(letter, in: frame, flatness: TraceTuning.flatness)
    meter = TraceMeter(path, tolerance: tolerance, pointsPerMillimeter: pointsPerMillimeter)
  }

  /// Whether it fits a canvas.
  func fits(_ canvas: Canvas) -> Bool {
    width == canvas.widthPoints && height == canvas.heightPoints
  }

  /// Two layouts for each size of some canvases, less one for the first, which the scene holds.
  ///
  /// The one of the old size is where the ink so far is read from while the other takes it over, so
  /// a canvas that changes to its own size, turned by half a turn, needs both.
  static func spares(
    _ letter: Letter, for canvases: [Canvas], tolerance: TraceTolerance, pointsPerMillimeter: Float
  ) -> [TraceLayout] {
    var spares: [TraceLayout] = []
    for canvas in canvases where !spares.contains(where: { $0.fits(canvas) }) {
      // Made twice: storage that two share would be copied when one of them writes.
      for _ in 0..<2 {
        spares.append(
          TraceLayout(
            letter, on: canvas, tolerance: tolerance, pointsPerMillimeter: pointsPerMillimeter))
      }
    }
    return Array(spares.dropFirst())
  }

  /// The position of a letter: the middle of a canvas.
  static func frame(in canvas: Canvas, pointsPerMillimeter: Float) -> Rectangle {
    let (width, height) = (canvas.widthPoints, canvas.heightPoints)
    let margin = TraceTuning.marginShare * min(width, height)
    let maximum = TraceTuning.maximumLetterMillimeters * pointsPerMillimeter
    let side = Vector2(min(width - 2 * margin, maximum), min(height - 2 * margin, maximum))
    return Rectangle(
      x: (width - side.x) * 0.5, y: (height - side.y) * 0.5, width: side.x, height: side.y)
  }
}
