import SimbenchKit

/// The globe's shape: the largest stadium (a circle drawn along the longer side) inside the canvas.
package struct Globe: Equatable, Sendable {
  /// Width of the canvas in points.
  package var canvasWidth: Float
  /// Height of the canvas in points.
  package var canvasHeight: Float
  /// Left end of the glass in points.
  package var minX: Float
  /// Top of the glass in points.
  package var minY: Float
  /// Right end of the glass in points.
  package var maxX: Float
  /// Bottom of the glass in points.
  package var maxY: Float

  /// Fits a globe into a canvas.
  package init(_ canvas: Canvas) {
    canvasWidth = canvas.widthPoints
    canvasHeight = canvas.heightPoints
    let margin = SnowglobeTuning.glassMarginShare * min(canvasWidth, canvasHeight)
    minX = margin
    minY = margin
    maxX = canvasWidth - margin
    maxY = canvasHeight - margin
  }

  /// Radius of the round ends.
  package var endRadius: Float { min(maxX - minX, maxY - minY) * 0.5 }
  /// The middle of the glass.
  package var center: Vector2 { Vector2((minX + maxX) * 0.5, (minY + maxY) * 0.5) }
  /// Height of the ground's highest position.
  package var groundTop: Float { minY + (maxY - minY) * SnowglobeTuning.groundShare }
  /// Radius of the arc that the ground is.
  package var groundRadius: Float { (maxX - minX) * 0.5 * SnowglobeTuning.groundRadiusShare }

  /// The bare ground's height at a column: an arc of a large circle.
  package func groundY(atX x: Float) -> Float {
    let radius = groundRadius
    let dx = x - center.x
    return groundTop + radius - max(0, radius * radius - dx * dx).squareRoot()
  }

  /// The nearest position whose distance to the glass is at least `margin`.
  package func inside(_ position: Vector2, margin: Float) -> Vector2 {
    let end = endRadius
    let axisX = position.x.clamped(minX + end, maxX - end)
    let axisY = position.y.clamped(minY + end, maxY - end)
    let offset = Vector2(position.x - axisX, position.y - axisY).clamped(
      toLength: max(0, end - margin))
    return Vector2(axisX + offset.x, axisY + offset.y)
  }

  /// The nearest position inside the glass, then straight up onto the bare ground if below it.
  func aboveGround(_ position: Vector2, radius: Float) -> Vector2 {
    let inside = inside(position, margin: radius + 1)
    return Vector2(inside.x, min(inside.y, groundY(atX: inside.x) - radius * 0.5))
  }

  /// A uniformly random position above the ground, `margin` from the glass.
  package func randomPlace(_ stream: inout RandomStream, margin: Float) -> Vector2 {
    var position = center
    // Each try succeeds with well over 1/2, so 32 tries fail once in billions; then the last
    // try, moved inside, is as good as any.
    for _ in 0..<32 {
      position = Vector2(stream.range(minX, maxX), stream.range(minY, groundTop))
      if inside(position, margin: margin) == position { return position }
    }
    return inside(position, margin: margin)
  }

  /// Whether it is the globe of a canvas of a size that there is; restored bits may be anything.
  var isOfCanvas: Bool {
    let sizes: ClosedRange<Float> = 1...4_096
    guard sizes.contains(canvasWidth) && sizes.contains(canvasHeight) else { return false }
    return self == Globe(Canvas(widthPoints: canvasWidth, heightPoints: canvasHeight, scale: 1))
  }
}

extension Globe: StateFields {
  /// Shows every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&canvasWidth, "canvasWidth")
    visitor.field(&canvasHeight, "canvasHeight")
    visitor.field(&minX, "minX")
    visitor.field(&minY, "minY")
    visitor.field(&maxX, "maxX")
    visitor.field(&maxY, "maxY")
  }
}
