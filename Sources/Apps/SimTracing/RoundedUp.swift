extension Float {
  /// The smallest whole number that is not less, for numbers from 0 on.
  ///
  /// The standard library's rounding calls the system's libm on some processors.
  var roundedUp: Float {
    // From 2²⁴ on every number is whole; NaN and infinity stay as they are.
    guard self < 0x1p24 else { return self }
    let whole = Float(UInt32(max(0, self)))
    return whole < self ? whole + 1 : whole
  }
}
