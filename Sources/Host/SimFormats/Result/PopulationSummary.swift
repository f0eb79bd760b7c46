/// One population over the run.
package struct PopulationSummary: Equatable, Sendable {
  /// The population's kebab-case name.
  package var name: String
  /// The product's cap, or 0 when there is none.
  package var cap: UInt32
  /// The maximum count of any frame in the foreground.
  package var maximum: UInt32
  /// The minimum count of any frame in the foreground.
  package var minimum: UInt32
  /// The mean count over the frames in the foreground.
  package var mean: Double
  /// Frames whose count was the cap.
  package var framesAtCap: UInt32
  /// The median over shaken frames; nil when the device was never shaken.
  package var whileShaken: Double?

  /// Whether any frame was in the foreground, so that there was something to count.
  var isCounted = true

  /// Makes a summary of counts over the frames in the foreground.
  package init(
    name: String, cap: UInt32, maximum: UInt32, minimum: UInt32, mean: Double,
    framesAtCap: UInt32, whileShaken: Double?
  ) {
    self.name = name
    self.cap = cap
    self.maximum = maximum
    self.minimum = minimum
    self.mean = mean
    self.framesAtCap = framesAtCap
    self.whileShaken = whileShaken
  }
}
