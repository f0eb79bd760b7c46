import SimRaster

/// Whether stronger device classes have the higher caps, and why where they have not.
package enum CapOrder {
  /// Adds the reason to every cap that is lower than that of a class with a slower CPU at the same
  /// frame rate and with the same renderer.
  ///
  /// - Complexity: O(results²).
  package static func flag(_ results: inout [CapResult]) {
    for index in results.indices {
      var flags: [String] = []
      for other in results where isHeld(other, above: results[index]) {
        let reasons = reasons(results[index], other)
        flags.append(
          (results[index].quantum > 0
            ? "fewer than \(other.device.name) (\(other.cap))"
            : "too long, while \(other.device.name) fits")
            + ", which has the slower processor: "
            + (reasons.isEmpty ? unexplained : reasons.joined(separator: ", ")))
      }
      results[index].flags = flags
    }
  }

  /// What a flag says when nothing explains it.
  package static var unexplained: String { "no reason is known" }

  /// Whether one class has the slower processor and yet the higher cap.
  private static func isHeld(_ other: CapResult, above result: CapResult) -> Bool {
    guard other.scenario == result.scenario, other.renderer == result.renderer,
      other.frameRate == result.frameRate, let cap = rank(result), let higher = rank(other),
      higher > cap
    else { return false }
    return processorCost(result) < processorCost(other)
  }

  /// The cap, or 1 for a scene without a count that fits; nil when nothing was judged.
  private static func rank(_ result: CapResult) -> UInt32? {
    switch result.outcome {
    case .found(let count): result.quantum > 0 ? count : 1
    case .impossible: result.points.isEmpty ? nil : 0
    case .skipped: nil
    }
  }

  /// What the processor pays for a frame of many primitives, by which classes are ordered.
  private static func processorCost(_ result: CapResult) -> Double {
    guard let costs = result.device.renderer(named: result.renderer) else { return 0 }
    return costs.processor.frame.pessimistic + 1000 * costs.processor[.primitives].pessimistic
  }

  private static func reasons(_ result: CapResult, _ other: CapResult) -> [String] {
    var reasons: [String] = []
    let (pixels, others) = (pixelCount(result), pixelCount(other))
    if pixels > others {
      let times = (pixels / others * 10).rounded() / 10
      reasons.append("\(times) times the pixels")
    }
    if let costs = result.device.renderer(named: result.renderer),
      let slower = other.device.renderer(named: other.renderer)
    {
      if costs.graphics[.pixelsBlended].pessimistic > slower.graphics[.pixelsBlended].pessimistic {
        reasons.append("a GPU that fills fewer pixels per second")
      }
      if heat(costs) < heat(slower) { reasons.append("more speed lost to heat") }
    }
    if result.device.pipelineDepth < other.device.pipelineDepth {
      reasons.append("a shorter pipeline of the display")
    }
    return reasons
  }

  private static func pixelCount(_ result: CapResult) -> Double {
    let device = result.device
    return Double(device.widthPoints * device.scale) * Double(device.heightPoints * device.scale)
  }

  private static func heat(_ costs: RendererCosts) -> Double {
    let parts = [costs.processor, costs.graphics]
    return parts.compactMap { $0.sustained.last?.speed.pessimistic }.min() ?? 1
  }
}
