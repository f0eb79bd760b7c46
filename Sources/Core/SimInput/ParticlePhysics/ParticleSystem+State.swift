import SimMath

extension ParticleSystem: StateFields {
  /// Visits every field that affects later steps.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.field(&velocityX, "velocityX")
    visitor.field(&velocityY, "velocityY")
    visitor.field(&charge, "charge")
    visitor.field(&homeX, "homeX")
    visitor.field(&homeY, "homeY")
    visitor.field(&attractors, "attractors")
    visitor.field(&biasX, "biasX")
    visitor.field(&biasY, "biasY")
    visitor.field(&width, "width")
    visitor.field(&height, "height")
    visitor.field(&limitedCount, "limitedCount")
    visitor.field(&rules, "rules")
    visitor.derived("pulls")
    visitor.derived("grid")
  }
}

extension Attractor: StateFields {
  /// Visits every field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.field(&velocityX, "velocityX")
    visitor.field(&velocityY, "velocityY")
    visitor.field(&strength, "strength")
    visitor.field(&softening, "softening")
    visitor.field(&swirl, "swirl")
  }
}

extension ParticleRules: StateFields {
  /// Visits every field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&drag, "drag")
    visitor.field(&homeStiffness, "homeStiffness")
    visitor.field(&homeReach, "homeReach")
    visitor.field(&wallStiffness, "wallStiffness")
    visitor.field(&wallDepth, "wallDepth")
    visitor.field(&contactDistance, "contactDistance")
    visitor.field(&contactAcceleration, "contactAcceleration")
    visitor.field(&maximumContactAcceleration, "maximumContactAcceleration")
    visitor.field(&maximumPull, "maximumPull")
    visitor.field(&maximumSpeed, "maximumSpeed")
  }
}
