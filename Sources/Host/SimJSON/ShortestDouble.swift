extension Float {
  /// The double whose text has the fewest digits that identify the single-precision number.
  ///
  /// A simple conversion would show digits that the number does not have: 0.1 as
  /// 0.10000000149011612.
  package var shortestDouble: Double { Double(description) ?? Double(self) }
}
