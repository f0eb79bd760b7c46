extension Float {
  /// The value, limited to a range.
  ///
  /// The order of `min` and `max` determines the result for NaN; digests depend on it.
  @inline(__always)
  func clamped(_ minimum: Float, _ maximum: Float) -> Float { min(max(self, minimum), maximum) }

  /// The smoothstep `3 t² - 2 t³` of the value, limited to 0...1.
  @inline(__always)
  var smoothStep: Float {
    let unit = clamped(0, 1)
    return unit * unit * (3 - 2 * unit)
  }
}
