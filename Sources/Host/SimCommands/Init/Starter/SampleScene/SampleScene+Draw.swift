import SimbenchKit

extension SampleScene {
  /// Registers the gradient and the layer with the list, once.
  public mutating func prepare(_ list: inout DisplayList) {
    sky = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0x2E3A55)),
      (offset: 1, color: StraightColor(hex: 0x7C8FA8)),
    ])
    backdrop = list.addLayer(capacity: 4)
  }

  /// Draws the background, which stays the same until the canvas changes.
  public func drawRetained(into list: inout DisplayList) {
    list.beginLayer(backdrop)
    list.linearGradient(
      sky,
      in: PointRectangle(x: 0, y: 0, width: canvas.widthPoints, height: canvas.heightPoints),
      from: .zero, to: Vector2(0, canvas.heightPoints))
    list.endLayer()
  }

  /// Draws the lights, which move with every frame.
  public func draw(into list: inout DisplayList) {
    list.layer(backdrop)
    for drifter in drifters {
      list.glow(
        center: drifter.place, radius: Tuning.radiusPoints,
        color: StraightColor(hex: 0xDCE8F2, alpha: 90))
    }
  }
}
