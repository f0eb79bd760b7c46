extension Float {
  /// The value, or the nearer end of a range that it lies outside.
  ///
  /// A NaN gives a number or stays one by the order of `min` and `max`: digests pin that order.
  @inline(__always)
  func clamped(_ minimum: Float, _ maximum: Float) -> Float { min(max(self, minimum), maximum) }

  /// From 0 to 1 without a kink at either end: the cubic `3 t² - 2 t³` of the clamped value.
  @inline(__always)
  var smoothStep: Float {
    let unit = clamped(0, 1)
    return unit * unit * (3 - 2 * unit)
  }
}
