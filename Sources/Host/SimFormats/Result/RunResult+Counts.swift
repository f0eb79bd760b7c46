import SimInput

/// The canvas of the first frame and how often it changed.
package struct CanvasSummary: Equatable, Sendable {
  /// Width in points as the picture is seen.
  package var widthPoints: Float
  /// Height in points as the picture is seen.
  package var heightPoints: Float
  /// Pixels per point.
  package var scale: Float
  /// Width in whole pixels.
  package var pixelWidth: Int32
  /// Height in whole pixels.
  package var pixelHeight: Int32
  /// Rotations and new sizes the scenario plans.
  package var changes: Int

  /// Makes a summary; sizes as the picture is seen.
  package init(
    widthPoints: Float, heightPoints: Float, scale: Float, pixelWidth: Int32,
    pixelHeight: Int32, changes: Int
  ) {
    self.widthPoints = widthPoints
    self.heightPoints = heightPoints
    self.scale = scale
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.changes = changes
  }
}

/// Digests of a run.
package struct DigestSummary: Equatable, Sendable {
  /// The state after the last frame.
  package var state: UInt64
  /// Every frame's state digest, chained in order.
  package var chain: UInt64
  /// The last frame's pixels; nil when none were drawn.
  package var pixels: UInt64?
  /// Every frame's pixel digest, chained in order; nil when none were drawn.
  package var pixelChain: UInt64?

  /// Makes a summary; no pixel digests stand for a run that drew none.
  package init(state: UInt64, chain: UInt64, pixels: UInt64?, pixelChain: UInt64?) {
    self.state = state
    self.chain = chain
    self.pixels = pixels
    self.pixelChain = pixelChain
  }
}

/// One population over the run.
package struct PopulationSummary: Equatable, Sendable {
  /// The population's kebab-case name.
  package var name: String
  /// The product's cap, or 0 when there is none.
  package var cap: UInt32
  /// The greatest count of any frame in the foreground.
  package var maximum: UInt32
  /// The least count of any frame in the foreground.
  package var minimum: UInt32
  /// The mean count over the frames in the foreground.
  package var mean: Double
  /// Frames whose count was the cap.
  package var framesAtCap: UInt32
  /// The median over shaken frames; nil when the device was never shaken.
  package var whileShaken: Double?

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

/// What the scene was given to feel.
package struct InputSummary: Equatable, Sendable {
  /// Contacts that began.
  package var touches: UInt64
  /// Sensor samples delivered.
  package var samples: UInt64
  /// The most contacts in one frame.
  package var mostTouches: UInt32
  /// Frames with contacts.
  package var framesTouched: UInt32
  /// Frames in which the device was shaken: 0.5 g or more within the last quarter of a second.
  package var framesShaken: UInt32
  /// Frames spent in the background.
  package var framesInBackground: UInt32
  /// What became of the events made up; nil in results from before they were counted.
  package var events: InputTally?

  /// Makes a summary of a run without input.
  package init() {
    touches = 0
    samples = 0
    mostTouches = 0
    framesTouched = 0
    framesShaken = 0
    framesInBackground = 0
  }
}

/// Heap allocations inside input, step, draw and raster.
package struct AllocationSummary: Equatable, Sendable {
  /// Where the counts come from, or why there are none.
  package var source: String
  /// Frames at the start that may allocate.
  package var warmupFrames: UInt32
  /// Nil when not measured, and so are the next four.
  package var warmupTotal: UInt64?
  /// Allocations in all frames after warm-up.
  package var steadyTotal: UInt64?
  /// The most allocations of any frame after warm-up.
  package var steadyMaximumPerFrame: UInt64?
  /// Bytes allocated in all frames after warm-up.
  package var steadyBytes: UInt64?
  /// Bytes more at the last checkpoint than at the first after warm-up.
  package var liveBytesGrowth: Int64?
  /// The first frame after warm-up that allocated, and the phase that did.
  package var firstFrame: UInt32?
  /// The phase of `firstFrame` that allocated first.
  package var firstPhase: String?
  /// Who allocated after warm-up; nil when nobody asked.
  package var sites: AllocationSites?

  /// Whether allocations were counted at all.
  package var isMeasured: Bool { warmupTotal != nil }

  /// Makes a summary; nil stands for what could not be measured.
  package init(
    source: String, warmupFrames: UInt32, warmupTotal: UInt64?, steadyTotal: UInt64?,
    steadyMaximumPerFrame: UInt64?, steadyBytes: UInt64?, liveBytesGrowth: Int64?,
    firstFrame: UInt32?, firstPhase: String?
  ) {
    self.source = source
    self.warmupFrames = warmupFrames
    self.warmupTotal = warmupTotal
    self.steadyTotal = steadyTotal
    self.steadyMaximumPerFrame = steadyMaximumPerFrame
    self.steadyBytes = steadyBytes
    self.liveBytesGrowth = liveBytesGrowth
    self.firstFrame = firstFrame
    self.firstPhase = firstPhase
  }
}

/// Exact counts of the rasterizer's work over the run.
package struct WorkSummary: Equatable, Sendable {
  /// Drawing commands executed.
  package var primitives: UInt64
  /// Pixels mixed with what was below them.
  package var pixelsBlended: UInt64
  /// Pixels overwritten without reading what was below them.
  package var pixelsFilled: UInt64
  /// Cells of the damage map that were painted again.
  package var cellsRepainted: UInt64
  /// Of the pixels filled, those copied from pictures and layers.
  package var pixelsCopied: UInt64 = 0
  /// Members of populations with a cap, added up over the frames that advanced them.
  package var particleSteps: UInt64 = 0
  /// Segments of strokes executed.
  package var segments: UInt64 = 0
  /// Every unit of work that a cost table knows and the run did, by name, in their order.
  package var units: [WorkTotal] = []

  /// Pixels blended and filled; the largest number where counts from a file add up to more.
  package var pixels: UInt64 {
    let (sum, isTooLarge) = pixelsBlended.addingReportingOverflow(pixelsFilled)
    return isTooLarge ? .max : sum
  }

  /// Makes counts over a whole run.
  package init(
    primitives: UInt64, pixelsBlended: UInt64, pixelsFilled: UInt64, cellsRepainted: UInt64
  ) {
    self.primitives = primitives
    self.pixelsBlended = pixelsBlended
    self.pixelsFilled = pixelsFilled
    self.cellsRepainted = cellsRepainted
  }
}
