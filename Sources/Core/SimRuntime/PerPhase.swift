/// One value for each phase of a frame.
@usableFromInline
package struct PerPhase<Value> {
  /// The value of the input phase.
  @usableFromInline package var input: Value
  /// The value of the step phase.
  @usableFromInline package var step: Value
  /// The value of the draw phase.
  @usableFromInline package var draw: Value
  /// The value of the raster phase.
  @usableFromInline package var raster: Value

  /// Creates values for the four phases.
  @inlinable
  package init(input: Value, step: Value, draw: Value, raster: Value) {
    self.input = input
    self.step = step
    self.draw = draw
    self.raster = raster
  }

  /// Creates the same value for every phase.
  @inlinable
  package init(repeating value: Value) {
    self.init(input: value, step: value, draw: value, raster: value)
  }

  /// Computes the value of each phase, in frame order.
  @inlinable
  package init<Failure: Error>(
    _ value: (FramePhase) throws(Failure) -> Value
  ) throws(Failure) {
    self.init(
      input: try value(.input), step: try value(.step), draw: try value(.draw),
      raster: try value(.raster))
  }

  /// The value of a phase.
  @inlinable
  package subscript(phase: FramePhase) -> Value {
    get {
      switch phase {
      case .input: input
      case .step: step
      case .draw: draw
      case .raster: raster
      }
    }
    set {
      switch phase {
      case .input: input = newValue
      case .step: step = newValue
      case .draw: draw = newValue
      case .raster: raster = newValue
      }
    }
  }

  /// Transforms each value, in frame order.
  @inlinable
  package func map<Other, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> PerPhase<Other> {
    try PerPhase<Other> { (phase) throws(Failure) in try transform(self[phase]) }
  }

  /// Passes each phase and its value to a closure, in frame order.
  @inlinable
  package func forEach<Failure: Error>(
    _ body: (FramePhase, Value) throws(Failure) -> Void
  ) throws(Failure) {
    try body(.input, input)
    try body(.step, step)
    try body(.draw, draw)
    try body(.raster, raster)
  }
}

extension PerPhase where Value: AdditiveArithmetic {
  /// The sum over all phases.
  @inlinable package var total: Value { input + step + draw + raster }
}

extension PerPhase: Equatable where Value: Equatable {}

extension PerPhase: Sendable where Value: Sendable {}
