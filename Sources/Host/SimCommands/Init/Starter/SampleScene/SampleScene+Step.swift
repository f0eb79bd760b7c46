import SimbenchKit

extension SampleScene {
  /// Advances the lights by one frame.
  public mutating func step(_ input: borrowing FrameInput) {
    let lean = (input.motion?.rotationRateY ?? 0) * Tuning.leanPoints * drive
    let share = stepSeconds / Tuning.responseSeconds
    for index in drifters.x.indices {
      var velocity = Vector2(drifters.velocityX[index], drifters.velocityY[index])
      var target = Vector2(drifters.homeX[index] * drive + lean, drifters.homeY[index] * drive)
      let place = Vector2(drifters.x[index], drifters.y[index])
      for touch in input.touches { target += push(place, awayFrom: touch.position) }
      velocity += (target - velocity) * share
      let next = place + velocity * stepSeconds
      let home = Vector2(drifters.homeX[index], drifters.homeY[index])
      if next.x < 0 { drifters.homeX[index] = abs(home.x) }
      if next.x > width { drifters.homeX[index] = -abs(home.x) }
      if next.y < 0 { drifters.homeY[index] = abs(home.y) }
      if next.y > height { drifters.homeY[index] = -abs(home.y) }
      drifters.x[index] = min(max(next.x, 0), width)
      drifters.y[index] = min(max(next.y, 0), height)
      drifters.velocityX[index] = velocity.x
      drifters.velocityY[index] = velocity.y
    }
  }

  private func push(_ place: Vector2, awayFrom finger: Vector2) -> Vector2 {
    let offset = place - finger
    let squared = offset.lengthSquared
    let reach = Tuning.reachPoints
    guard squared < reach * reach else { return .zero }
    let near = 1 - squared / (reach * reach)
    return offset * (near * Tuning.pushPointsPerSecond * drive / reach)
  }
}
