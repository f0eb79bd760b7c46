import SimRaster

/// Which end of an interval of costs is meant.
package enum CostEnd: String, Sendable, CaseIterable {
  /// As little as it may be.
  case optimistic
  /// The nominal value.
  case nominal
  /// As much as it may be: what caps rest on.
  case pessimistic
}

/// A cost that is known within bounds.
package struct CostInterval: Equatable, Sendable {
  /// As little as it may be.
  package var optimistic: Double
  /// The nominal value.
  package var nominal: Double
  /// As much as it may be.
  package var pessimistic: Double

  /// Makes an interval, which need not be around its nominal value evenly.
  package init(_ optimistic: Double, _ nominal: Double, _ pessimistic: Double) {
    self.optimistic = optimistic
    self.nominal = nominal
    self.pessimistic = pessimistic
  }

  /// No cost.
  package static var none: CostInterval { CostInterval(0, 0, 0) }

  /// One end.
  package subscript(end: CostEnd) -> Double {
    switch end {
    case .optimistic: optimistic
    case .nominal: nominal
    case .pessimistic: pessimistic
    }
  }

  /// Adds another interval, so many times.
  package mutating func add(_ other: CostInterval, times count: Double) {
    optimistic += other.optimistic * count
    nominal += other.nominal * count
    pessimistic += other.pessimistic * count
  }

  /// Another interval made of each of the three.
  package func map(_ transform: (Double) -> Double) -> CostInterval {
    CostInterval(transform(optimistic), transform(nominal), transform(pessimistic))
  }
}

/// What a renderer pays for a frame's display list on a device class, on both of its parts.
///
/// A frame costs each part so much for itself, so much per pixel of the canvas, and so much for
/// each thing that `DisplayWork` counts.
package struct RendererCosts: Equatable, Sendable {
  /// What one part of the device pays.
  package struct Part: Equatable, Sendable {
    /// Nanoseconds per frame.
    package var frame = CostInterval.none
    /// Nanoseconds per pixel of the canvas and frame.
    package var canvasPixel = CostInterval.none
    /// The speed after seconds of full load, as a share of that of a cool device; ascending.
    package var sustained: [Heat] = []
    private var units = [CostInterval](
      repeating: .none, count: DisplayWork.Unit.allCases.count)

    /// Makes a part that costs nothing.
    package init() {}

    /// Nanoseconds per unit of work.
    package subscript(unit: DisplayWork.Unit) -> CostInterval {
      get { units[Int(unit.rawValue)] }
      set { units[Int(unit.rawValue)] = newValue }
    }

    /// The nanoseconds a frame takes on a cool device.
    package func nanoseconds(_ work: DisplayWork, canvasPixels: Double) -> CostInterval {
      var sum = frame
      sum.add(canvasPixel, times: canvasPixels)
      for unit in DisplayWork.Unit.allCases { sum.add(self[unit], times: Double(work[unit])) }
      return sum
    }

    /// The speed after seconds of work, as a share of that of a cool device.
    ///
    /// The curve holds for full load. A part that is busy for a share of the time gives off that
    /// share of the heat and loses that share of the speed.
    ///
    /// - Parameter load: The share of the time that the cool part would be busy, from 0.
    package func speed(afterSeconds seconds: Double, load: Double, _ end: CostEnd) -> Double {
      let lost = 1 - speedOfFullLoad(afterSeconds: seconds, end)
      return 1 - lost * min(max(load, 0), 1)
    }

    /// Linear interpolation between the points, from 1 at time 0; constant after the last point.
    private func speedOfFullLoad(afterSeconds seconds: Double, _ end: CostEnd) -> Double {
      var last = (seconds: 0.0, speed: 1.0)
      for heat in sustained {
        let point = (seconds: Double(heat.afterSeconds), speed: heat.speed[end])
        if seconds < point.seconds {
          let share = (seconds - last.seconds) / (point.seconds - last.seconds)
          return last.speed + (point.speed - last.speed) * share
        }
        last = point
      }
      return last.speed
    }
  }

  /// A point of a curve of speed.
  package struct Heat: Equatable, Sendable {
    /// Seconds of full load after which the speed holds.
    package var afterSeconds: UInt32
    /// The speed as a share of that of a cool device; the optimistic end is the largest.
    package var speed: CostInterval

    /// Makes a point.
    package init(afterSeconds: UInt32, speed: CostInterval) {
      self.afterSeconds = afterSeconds
      self.speed = speed
    }
  }

  /// A count of a scene's population that a ramp on the device found to be the most it holds.
  package struct MeasuredCap: Equatable, Sendable {
    /// The scene.
    package var scene: String
    /// Frames per second of the ramp.
    package var frameRate: UInt32
    /// The count; the optimistic end is the largest.
    package var count: CostInterval

    /// Makes a cap.
    package init(scene: String, frameRate: UInt32, count: CostInterval) {
      self.scene = scene
      self.frameRate = frameRate
      self.count = count
    }
  }

  /// What it is called, such as `canvas`.
  package var name: String
  /// Whether it was measured on a device of the class; otherwise estimated.
  package var isMeasured: Bool
  /// The document, or the device's description, that the costs come from.
  package var source: String
  /// What the processor pays for recording the frame.
  package var processor = Part()
  /// What the GPU pays for painting it.
  package var graphics = Part()
  /// Where the curves of speed come from; empty when there are none.
  package var sustainedSource = ""
  /// What ramps on the device found.
  package var measuredCaps: [MeasuredCap] = []

  /// Makes costs of nothing.
  package init(name: String, isMeasured: Bool, source: String) {
    self.name = name
    self.isMeasured = isMeasured
    self.source = source
  }
}

extension Device {
  /// The costs of a renderer by name; nil when they are unknown.
  package func renderer(named name: String) -> RendererCosts? {
    renderers.first { $0.name == name }
  }
}
