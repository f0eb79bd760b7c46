extension Float {
  /// The double with the fewest digits that reads back as the same single, for files and reports.
  ///
  /// A plain conversion would show digits that the single never had: 0.1 as 0.10000000149011612.
  package var shortestDouble: Double { Double(description) ?? Double(self) }
}
