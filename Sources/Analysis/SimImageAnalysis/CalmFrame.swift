/// The difference between a frame and the previous one.
package struct CalmFrame: Equatable, Sendable {
  /// The mean of the cells' absolute changes of relative luminance, 0 to 1.
  package var luminanceChange: Float = 0
  /// The maximum change of the mean relative luminance in any field of 10 degrees, 0 to 1.
  package var localChange: Float = 0
  /// The fraction of the image that changed visibly, 0 to 1.
  package var movingArea: Float = 0

  /// Makes a frame in which nothing changes.
  package init() {}
}
