import SimbenchKit

/// The globe's shape: the largest stadium (a circle extended along the longer side) in the canvas.
package struct Globe: Equatable, Sendable {
  /// The width of the canvas in points.
  package var canvasWidth: Float
  /// The height of the canvas in points.
  package var canvasHeight: Float
  /// The left end of the glass in points.
  package var minX: Float
  /// The top of the glass in points.
  package var minY: Float
  /// The right end of the glass in points.
  package var maxX: Float
  /// The bottom of the glass in points.
  package var maxY: Float

  /// Fits a globe into a canvas.
  package init(_ canvas: SceneCanvas) {
    canvasWidth = canvas.widthPoints
    canvasHeight = canvas.heightPoints
    let margin = SnowglobeTuning.glassMarginShare * min(canvasWidth, canvasHeight)
    minX = margin
    minY = margin
    maxX = canvasWidth - margin
    maxY = canvasHeight - margin
  }

  /// The radius of the round ends.
  package var endRadius: Float { min(maxX - minX, maxY - minY) * 0.5 }
  /// The center of the glass.
  package var center: Vector2 { Vector2((minX + maxX) * 0.5, (minY + maxY) * 0.5) }
  /// The vertical position of the ground's highest point.
  package var groundTop: Float { minY + (maxY - minY) * SnowglobeTuning.groundShare }
  /// The radius of the ground's arc.
  package var groundRadius: Float { (maxX - minX) * 0.5 * SnowglobeTuning.groundRadiusShare }

  /// The vertical position of the bare ground at a column: an arc of a large circle.
  package func groundY(atX x: Float) -> Float {
    let radius = groundRadius
    let dx = x - center.x
    return groundTop + radius - max(0, radius * radius - dx * dx).squareRoot()
  }

  /// The nearest position with a distance to the glass of at least `margin`.
  package func inside(_ position: Vector2, margin: Float) -> Vector2 {
    let end = endRadius
    let axisX = position.x.clamped(minX + end, maxX - end)
    let axisY = position.y.clamped(minY + end, maxY - end)
    let offset = Vector2(position.x - axisX, position.y - axisY).clamped(
      toLength: max(0, end - margin))
    return Vector2(axisX + offset.x, axisY + offset.y)
  }

  /// The nearest position inside the glass, moved straight up onto the bare ground if it is below
  /// it.
  func aboveGround(_ position: Vector2, radius: Float) -> Vector2 {
    let inside = inside(position, margin: radius + 1)
    return Vector2(inside.x, min(inside.y, groundY(atX: inside.x) - radius * 0.5))
  }

  /// A uniformly random position above the ground, `margin` from the glass.
  package func randomPlace(_ stream: inout RandomStream, margin: Float) -> Vector2 {
    var position = center
    // Each try succeeds with a probability well above 1/2, so 32 tries fail less than once in a
    // billion; then the last try, moved inside, is good enough.
    for _ in 0..<32 {
      position = Vector2(stream.range(minX, maxX), stream.range(minY, groundTop))
      if inside(position, margin: margin) == position { return position }
    }
    return inside(position, margin: margin)
  }

  /// Whether the globe belongs to a canvas of a valid size; a restored state may contain any bits.
  var isOfCanvas: Bool {
    let sizes: ClosedRange<Float> = 1...4_096
    guard sizes.contains(canvasWidth) && sizes.contains(canvasHeight) else { return false }
    return self
      == Globe(SceneCanvas(widthPoints: canvasWidth, heightPoints: canvasHeight, scale: 1))
  }
}

extension Globe: StateFields {
  /// Visits every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&canvasWidth, "canvasWidth")
    visitor.field(&canvasHeight, "canvasHeight")
    visitor.field(&minX, "minX")
    visitor.field(&minY, "minY")
    visitor.field(&maxX, "maxX")
    visitor.field(&maxY, "maxY")
  }
}
