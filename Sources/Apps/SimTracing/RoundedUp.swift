extension Float {
  /// The smallest integer not below the value, for values of at least 0.
  ///
  /// The standard library's rounding calls libm on some CPUs.
  var roundedUp: Float {
    // From 2²⁴ up, all floats are integers; NaN and infinity are returned unchanged.
    guard self < 0x1p24 else { return self }
    let whole = Float(UInt32(max(0, self)))
    return whole < self ? whole + 1 : whole
  }
}
