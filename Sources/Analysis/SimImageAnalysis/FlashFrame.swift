/// Flashes in one frame: for charts.
package struct FlashFrame: Equatable, Sendable {
  /// One kind of flash in the second that ends with a frame.
  package struct Count: Equatable, Sendable {
    /// The share of the worst field that has made at least seven transitions.
    package var areaShare: Float = 0
    /// The maximum count of transitions of any cell.
    package var cellTransitions: UInt32 = 0
    /// The maximum count of transitions that more than a quarter of some field has made.
    package var fieldTransitions: UInt32 = 0

    /// Makes the count of a frame in which nothing changes.
    package init() {}

    static func worse(_ a: Count, _ b: Count) -> Count {
      var worse = Count()
      worse.areaShare = max(a.areaShare, b.areaShare)
      worse.cellTransitions = max(a.cellTransitions, b.cellTransitions)
      worse.fieldTransitions = max(a.fieldTransitions, b.fieldTransitions)
      return worse
    }
  }

  /// Changes of luminance.
  package var general = Count()
  /// Changes to and from saturated red, the worse of the two definitions.
  package var red = Count()
  /// The picture's mean relative luminance.
  package var meanLuminance: Float = 0
  /// The share of the picture that changed by a contrast of more than 4.5 : 1.
  package var contrastShare: Float = 0
  /// The share of the worst field that has shown stripes for half a second.
  package var patternShare: Float = 0
  /// What the means of whole frames say.
  package var meansLevel = FlashLevel.pass

  /// Makes a frame in which nothing changes.
  package init() {}
}
