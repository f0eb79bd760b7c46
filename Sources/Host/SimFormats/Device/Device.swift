import SimInput

/// A device class: the figures a run needs to stand in for a phone or tablet.
package struct Device: Equatable, Sendable {
  /// The kebab-case name, such as `iphone-12`.
  package var name: String
  /// What people call it.
  package var title: String
  /// Width in points, held in portrait.
  package var widthPoints: Float
  /// Height in points, held in portrait.
  package var heightPoints: Float
  /// Pixels per point.
  package var scale: Float
  /// Pixels per inch.
  package var pixelsPerInch: Float
  /// Display refreshes per second.
  package var refreshRate: UInt32
  /// Finger samples per second.
  package var touchSamplesPerSecond: UInt32
  /// Pencil samples per second; 0 when it takes no pencil.
  package var pencilSamplesPerSecond: UInt32
  /// The maximum count of fingers it follows at once; one more cancels them all.
  package var touchContacts: UInt32
  /// Refreshes from the frame that draws to light on the glass.
  package var pipelineDepth: UInt32
  /// The time from touch to ink in addition to the simulated time, in milliseconds: the wait for
  /// the sensor's scan, delivery, scan-out and the response of pixels; nil when it is unknown.
  package var latencyAllowance: Double?
  /// What such devices call themselves, the `machine` of `uname`, such as `iPhone12,8`.
  package var hardwareIdentifiers: [String]
  /// Where the figures come from; nil when the file does not say.
  package var sources: DeviceSources?
  /// Costs of the scenes' CPU work; nil if unknown.
  package var costs: DeviceCosts?
  /// Costs of renderers, by name.
  package var renderers: [RendererCosts]

  /// Makes a device class.
  package init(
    name: String, title: String, widthPoints: Float, heightPoints: Float, scale: Float,
    pixelsPerInch: Float, refreshRate: UInt32, touchSamplesPerSecond: UInt32,
    pencilSamplesPerSecond: UInt32,
    touchContacts: UInt32 = InputSynthesizer.defaultTouchContacts, pipelineDepth: UInt32,
    latencyAllowance: Double? = nil, hardwareIdentifiers: [String] = [],
    sources: DeviceSources? = nil, costs: DeviceCosts? = nil,
    renderers: [RendererCosts] = []
  ) {
    self.name = name
    self.title = title
    self.widthPoints = widthPoints
    self.heightPoints = heightPoints
    self.scale = scale
    self.pixelsPerInch = pixelsPerInch
    self.refreshRate = refreshRate
    self.touchSamplesPerSecond = touchSamplesPerSecond
    self.pencilSamplesPerSecond = pencilSamplesPerSecond
    self.touchContacts = touchContacts
    self.pipelineDepth = pipelineDepth
    self.latencyAllowance = latencyAllowance
    self.hardwareIdentifiers = hardwareIdentifiers
    self.sources = sources
    self.costs = costs
    self.renderers = renderers
  }
}
