import SimbenchKit

extension Snowglobe {
  /// Visits every stored field; the snow's colors follow from the globe.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.constant(seed, "seed")
    visitor.constant(stepSeconds, "stepSeconds")
    visitor.constant(drive, "drive")
    let oldGlobe = globe
    visitor.field(&globe, "globe")
    visitor.field(&flakes, "flakes")
    visitor.field(&eddies, "eddies")
    visitor.field(&snowHeight, "snowHeight")
    visitor.field(&snowSurface, "snowSurface")
    visitor.field(&liquidX, "liquidX")
    visitor.field(&liquidY, "liquidY")
    visitor.field(&bulkX, "bulkX")
    visitor.field(&bulkY, "bulkY")
    visitor.field(&spin, "spin")
    visitor.field(&agitation, "agitation")
    visitor.field(&tilt, "tilt")
    visitor.field(&movingCount, "movingCount")
    visitor.constants(paintOrder, "paintOrder")
    visitor.field(&resources, "resources")
    if visitor.derived("tint"), globe != oldGlobe, !tint.nodes.isEmpty {
      // Skipped for invalid canvases: blending is slow, and would trap on invalid numbers.
      if globe.isOfCanvas { tint.update(globe) } else { visitor.refuse("globe") }
    }
    adaptive.visitState(&visitor)
  }
}

extension Snowglobe.Flakes: StateFields {
  /// Visits every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.field(&velocityX, "velocityX")
    visitor.field(&velocityY, "velocityY")
    visitor.field(&radius, "radius")
    visitor.field(&fall, "fall")
    visitor.field(&response, "response")
    visitor.field(&swayPhase, "swayPhase")
    visitor.field(&swayRate, "swayRate")
    visitor.field(&liftThreshold, "liftThreshold")
    visitor.field(&isSettled, "isSettled")
    visitor.field(&liftCount, "liftCount")
  }
}

extension Snowglobe.Eddies: StateFields {
  /// Visits every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&frequencyX, "frequencyX")
    visitor.field(&frequencyY, "frequencyY")
    visitor.field(&phase, "phase")
    visitor.field(&rate, "rate")
  }
}

extension Snowglobe.Resources: StateFields {
  /// Visits every handle; digests include them as one word.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.word {
      $0.field(&sky, "sky")
      $0.field(&vignette, "vignette")
      $0.field(&backdrop, "backdrop")
    }
  }
}
