import SimbenchKit

extension Snowglobe {
  /// Finds a flake that is off the canvas.
  public func strayMember(on canvas: SceneCanvas) -> StrayMember? {
    StrayMember(Population.flakes.descriptor.name, x: flakes.x, y: flakes.y, on: canvas)
  }

  /// Mirrors flakes, liquid and snow.
  ///
  /// The flutter of flakes in stirred liquid has two waves whose phases cannot both be mirrored, so
  /// only quiet liquid has a mirror image.
  public mutating func mirror(across width: Float) -> UInt32? {
    MirrorImage.flip(&flakes.x, across: width)
    MirrorImage.negate(&flakes.velocityX)
    for index in flakes.swayPhase.indices {
      flakes.swayPhase[index] = MirrorImage.halfTurn(flakes.swayPhase[index])
    }
    for index in eddies.phase.indices {
      // The wave comes from the other side, half a turn later, since its flow is also reversed.
      let across = eddies.phase[index] + width * eddies.frequencyX[index]
      eddies.phase[index] = MirrorImage.halfTurn(across)
      eddies.frequencyX[index] = -eddies.frequencyX[index]
    }
    snowHeight.reverse()
    snowSurface.reverse()
    bulkX = -bulkX
    spin = -spin
    tilt = -tilt
    MirrorImage.negate(&liquidX)
    // Each lift of a flake has a random kick.
    return agitation * drive < 1e-4 ? flakes.liftCount.reduce(0, &+) : nil
  }
}
