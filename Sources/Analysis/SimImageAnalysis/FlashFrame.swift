/// Flash results for one frame, for charts.
package struct FlashFrame: Equatable, Sendable {
  /// One kind of flash within the second that ends with a frame.
  package struct Count: Equatable, Sendable {
    /// The fraction of the worst field with at least seven transitions.
    package var areaShare: Float = 0
    /// The maximum number of transitions of any cell.
    package var cellTransitions: UInt32 = 0
    /// The maximum number of transitions made by more than 1/4 of some field.
    package var fieldTransitions: UInt32 = 0

    /// Makes the result of an unchanged frame.
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
  /// Changes to and from saturated red, by the worse of the two definitions.
  package var red = Count()
  /// The mean relative luminance of the image.
  package var meanLuminance: Float = 0
  /// The fraction of the image whose contrast changed by more than 4.5 : 1.
  package var contrastShare: Float = 0
  /// The fraction of the worst field that has shown stripes for half a second.
  package var patternShare: Float = 0
  /// The level of the means of whole frames.
  package var meansLevel = FlashLevel.pass

  /// Makes the result of an unchanged frame.
  package init() {}
}
