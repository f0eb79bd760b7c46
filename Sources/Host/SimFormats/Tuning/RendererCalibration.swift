import SimRaster

/// What a device pays for a renderer, fitted to frames that an app recorded on it.
package struct RendererCalibration: Equatable, Sendable {
  /// What one thing costs, and how much that matters.
  package struct Cost: Equatable, Sendable {
    /// `frame`, `canvasPixel`, or the name of a unit of `DisplayWork`.
    package var name: String
    /// Nanoseconds each; the ends hold 95 % of what repeated recordings would give.
    package var nanoseconds: CostInterval
    /// The largest share of a frame's time that it makes at any size.
    package var largestShare: Double

    /// Makes a cost.
    package init(name: String, nanoseconds: CostInterval, largestShare: Double) {
      self.name = name
      self.nanoseconds = nanoseconds
      self.largestShare = largestShare
    }
  }

  /// Measured and predicted time of a held-out size.
  package struct Check: Equatable, Sendable {
    /// The scene.
    package var scene: String
    /// Size of the run.
    package var size: String
    /// Measured mean frame time in nanoseconds.
    package var measured: Double
    /// Predicted mean frame time in nanoseconds.
    package var predicted: Double

    /// Makes a check.
    package init(scene: String, size: String, measured: Double, predicted: Double) {
      self.scene = scene
      self.size = size
      self.measured = measured
      self.predicted = predicted
    }

    /// Absolute error as a fraction of the measured time.
    package var error: Double { abs(predicted / measured - 1) }
  }

  /// A count that never changed: what it costs is part of what a frame costs.
  package struct Constant: Equatable, Sendable {
    /// The count.
    package var name: String
    /// What it always was.
    package var count: Double

    /// Makes a constant.
    package init(name: String, count: Double) {
      self.name = name
      self.count = count
    }
  }

  /// What one part of the device pays, and how well that explains its times.
  package struct PartFit: Equatable, Sendable {
    /// The costs that were fitted.
    package var costs: [Cost] = []
    /// Counts that never changed.
    package var constants: [Constant] = []
    /// Counts that rise and fall with `canvasPixel`: their costs hold what a pixel of the canvas
    /// costs by itself.
    package var holdingCanvas: [String] = []
    /// Counts that no frame had: what they cost stays unknown.
    package var absent: [String] = []
    /// Frames that the fit rests on.
    package var frameCount = 0
    /// Frames left out, each far from what others like it took.
    package var outlierCount = 0
    /// Sizes that the fit rests on.
    package var sizeCount = 0
    /// The share of the variation of their times that the costs explain, errors in proportion.
    package var determination = 0.0
    /// How much slower frames grew over the recording, as a share, beyond what counts explain.
    package var drift = 0.0
    /// Sizes that the fit has not seen.
    package var heldOut: [Check] = []
    /// Why the costs are not believed; empty when they are.
    package var refusals: [FitRefusal] = []

    /// Makes a fit of nothing.
    package init() {}

    /// Whether the costs are believed.
    package var isTrusted: Bool { refusals.isEmpty }

    /// The part of a device file, in place of an earlier one.
    ///
    /// What no frame did costs what it did before, and the curves of speed stay.
    package func part(replacing old: RendererCosts.Part) -> RendererCosts.Part {
      var part = old
      part.frame = .none
      // What was not fitted is within the fitted costs: its old cost would count it twice.
      part.canvasPixel = .none
      for unit in DisplayWork.Unit.allCases where !absent.contains(unit.name.description) {
        part[unit] = .none
      }
      for cost in costs {
        switch cost.name {
        case "frame": part.frame = cost.nanoseconds
        case "canvasPixel": part.canvasPixel = cost.nanoseconds
        default:
          for unit in DisplayWork.Unit.allCases where unit.name.description == cost.name {
            part[unit] = cost.nanoseconds
          }
        }
      }
      return part
    }
  }

  /// How often frames of a count were late.
  package struct Level: Equatable, Sendable {
    /// Members of the scene's population.
    package var count: UInt32
    /// Frames of it.
    package var frameCount: Int
    /// The share of them that were late.
    package var lateShare: Double

    /// Makes a level.
    package init(count: UInt32, frameCount: Int, lateShare: Double) {
      self.count = count
      self.frameCount = frameCount
      self.lateShare = lateShare
    }
  }

  /// A scene's ramp of counts, and the knee from which on frames are late.
  package struct Ramp: Equatable, Sendable {
    /// The scene.
    package var scene: String
    /// Counts, ascending.
    package var levels: [Level]
    /// The share of the variation of lateness that the knee explains.
    package var determination = 0.0
    /// The most members that were not late; nil when it is not believed.
    package var cap: CostInterval?
    /// Why there is no cap; nil when there is.
    package var refusal: FitRefusal?

    /// Makes a ramp without a knee.
    package init(scene: String, levels: [Level]) {
      self.scene = scene
      self.levels = levels
    }
  }

  /// What the device is.
  package var device: String
  /// The renderer.
  package var renderer: String
  /// Frames per second of the recording.
  package var frameRate: UInt32
  /// The scenes in the recording.
  package var scenes: [String]
  /// Frames of it.
  package var frameCount: Int
  /// What the processor pays.
  package var processor = PartFit()
  /// What the GPU pays; nil when it was not timed.
  package var graphics: PartFit?
  /// The ramps, when the GPU was not timed.
  package var ramps: [Ramp] = []
  /// Whether what the GPU pays is known from before.
  package var keepsGraphics = false

  /// Makes a calibration without fits.
  package init(
    device: String, renderer: String, frameRate: UInt32, scenes: [String], frameCount: Int
  ) {
    self.device = device
    self.renderer = renderer
    self.frameRate = frameRate
    self.scenes = scenes
    self.frameCount = frameCount
  }

  /// Everything that is not believed, with what it is of.
  package var refusals: [(of: String, refusal: FitRefusal)] {
    processor.refusals.map { ("CPU", $0) }
      + (graphics?.refusals ?? []).map { ("GPU", $0) }
      + (graphics == nil && !keepsGraphics ? [("GPU", .graphicsUnknown)] : [])
      + ramps.compactMap { ramp in ramp.refusal.map { (ramp.scene, $0) } }
  }

  /// The renderer's costs in a device file, with what is believed in place of what was there.
  ///
  /// - Returns: nil when nothing is believed, or when the GPU's costs would be left unknown.
  package func costs(replacing old: RendererCosts?) -> RendererCosts? {
    let caps = ramps.compactMap { ramp in
      ramp.cap.map {
        RendererCosts.MeasuredCap(scene: ramp.scene, frameRate: frameRate, count: $0)
      }
    }
    let graphics = graphics?.isTrusted == true ? graphics : nil
    let isWhole = processor.isTrusted && graphics != nil
    guard isWhole || (old != nil && (processor.isTrusted || graphics != nil || !caps.isEmpty))
    else { return nil }
    var costs = old ?? RendererCosts(name: renderer, isMeasured: true, source: "")
    let measured = [
      processor.isTrusted ? "CPU" : nil, graphics != nil ? "GPU" : nil,
      caps.isEmpty ? nil : "caps",
    ].compactMap { $0 }
    let before = old.map { "; the rest: \($0.source)" } ?? ""
    let text =
      "\(measured.joined(separator: ", ")) measured on \(device): \(frameCount) frames of "
      + scenes.joined(separator: ", ")
    costs.source = String((text + (isWhole ? "" : before)).prefix(1000))
    costs.isMeasured = isWhole
    if processor.isTrusted { costs.processor = processor.part(replacing: costs.processor) }
    if let graphics { costs.graphics = graphics.part(replacing: costs.graphics) }
    costs.measuredCaps.removeAll { cap in
      caps.contains { $0.scene == cap.scene && $0.frameRate == cap.frameRate }
    }
    costs.measuredCaps += caps
    return costs
  }
}
