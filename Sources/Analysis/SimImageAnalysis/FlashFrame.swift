/// Flashes in one frame: for charts.
public struct FlashFrame: Equatable, Sendable {
  /// One kind of flash in the second that ends with a frame.
  public struct Count: Equatable, Sendable {
    /// The share of the worst field that has made at least seven transitions.
    public var areaShare: Float = 0
    /// The most transitions of any cell.
    public var cellTransitions: UInt32 = 0
    /// The most transitions that more than a quarter of some field has made.
    public var fieldTransitions: UInt32 = 0

    /// Makes the count of a frame in which nothing changes.
    public init() {}

    static func worse(_ a: Count, _ b: Count) -> Count {
      var worse = Count()
      worse.areaShare = max(a.areaShare, b.areaShare)
      worse.cellTransitions = max(a.cellTransitions, b.cellTransitions)
      worse.fieldTransitions = max(a.fieldTransitions, b.fieldTransitions)
      return worse
    }
  }

  /// Changes of luminance.
  public var general = Count()
  /// Changes to and from saturated red, the worse of the two definitions.
  public var red = Count()
  /// The picture's mean relative luminance.
  public var meanLuminance: Float = 0
  /// The share of the picture that changed by a contrast of more than 4.5 : 1.
  public var contrastShare: Float = 0
  /// What the means of whole frames say.
  public var meansLevel = FlashLevel.pass

  /// Makes a frame in which nothing changes.
  public init() {}
}
