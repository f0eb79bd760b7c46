import SimbenchKit

extension MagneticParticles {
  /// Finds a particle off the canvas by more than the soft walls allow.
  public func strayMember(on canvas: SceneCanvas) -> StrayMember? {
    StrayMember(
      Population.particles.descriptor.name, x: physics.x, y: physics.y, on: canvas,
      allowance: Tuning.overshootPoints)
  }

  /// Mirrors particles, their homes and attractors.
  public mutating func mirror(across width: Float) -> UInt32? {
    MirrorImage.flip(&physics.x, across: width)
    MirrorImage.flip(&physics.homeX, across: width)
    MirrorImage.negate(&physics.velocityX)
    for slot in fingers.indices {
      fingers[slot].id &+= 1
      fingers[slot].x = width - fingers[slot].x
      physics.attractors[slot].x = width - physics.attractors[slot].x
      physics.attractors[slot].velocityX = -physics.attractors[slot].velocityX
      physics.attractors[slot].swirl = -physics.attractors[slot].swirl
    }
    leanX = -leanX
    physics.biasX = -physics.biasX
    return 0
  }
}
