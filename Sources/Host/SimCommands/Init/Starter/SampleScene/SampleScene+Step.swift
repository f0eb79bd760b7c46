import SimbenchKit

extension SampleScene {
  /// Advances the lights by one frame.
  public mutating func step(_ input: borrowing FrameInput) {
    let lean = Vector2((input.motion?.rotationRateY ?? 0) * Tuning.leanPoints, 0)
    let share = stepSeconds / Tuning.responseSeconds
    for index in drifters.indices {
      var drifter = drifters[index]
      var target = drifter.home + lean
      for touch in input.touches { target += push(drifter.place, awayFrom: touch.position) }
      drifter.velocity += (target * drive - drifter.velocity) * share
      let next = drifter.place + drifter.velocity * stepSeconds
      drifter.place = canvas.nearest(to: next)
      // A light that would leave drifts back.
      if next.x != drifter.place.x { drifter.home.x = abs(drifter.home.x) * (next.x < 0 ? 1 : -1) }
      if next.y != drifter.place.y { drifter.home.y = abs(drifter.home.y) * (next.y < 0 ? 1 : -1) }
      drifters[index] = drifter
    }
  }

  private func push(_ place: Vector2, awayFrom finger: Vector2) -> Vector2 {
    let offset = place - finger
    let squared = offset.lengthSquared
    let reach = Tuning.reachPoints
    guard squared < reach * reach else { return .zero }
    let near = 1 - squared / (reach * reach)
    return offset * (near * Tuning.pushPointsPerSecond / reach)
  }
}
