import SimbenchKit

/// The distances of the ink on the paper from a path, counting each spot once.
struct InkDeviations: Equatable, Sendable {
  private struct Part: Equatable, Sendable {
    let distance: Float
    let weight: Float
    let stroke: Int
  }

  /// The parts of the ink, in ascending order of distance.
  private let parts: [Part]
  private let weight: Float

  /// Measures the spots of a recording; if it consists of taps, each sample.
  init(_ ink: InkRecording, _ meter: TraceMeter) {
    var parts: [Part] = []
    if let ink = InkSpots(ink.polylines) {
      parts = ink.spots.map { spot in
        Part(
          distance: meter.index.nearest(to: spot.position).distance, weight: spot.weight,
          stroke: spot.stroke)
      }
    } else {
      for (stroke, samples) in ink.strokes.enumerated() {
        for sample in samples {
          let distance = meter.index.nearest(to: sample.position).distance
          parts.append(Part(distance: distance, weight: 1, stroke: stroke))
        }
      }
    }
    self.parts = parts.sorted { $0.distance < $1.distance }
    weight = self.parts.reduce(0) { $0 + $1.weight }
  }

  /// The distance that a fraction of the ink does not exceed; nil without ink.
  func quantile(_ share: Float) -> Float? {
    var sum: Float = 0
    for part in parts {
      sum += part.weight
      if sum >= share * weight { return part.distance }
    }
    return parts.last?.distance
  }

  /// The mean of the squared distances; nil without ink.
  var meanSquare: Float? {
    guard weight > 0 else { return nil }
    return parts.reduce(0) { $0 + $1.distance * $1.distance * $1.weight } / weight
  }

  /// The fraction of the ink within a distance, for all strokes or the first ones; 0 without ink.
  func share(within distance: Float, throughStroke last: Int = .max) -> Float {
    var (near, all): (Float, Float) = (0, 0)
    for part in parts where part.stroke <= last {
      all += part.weight
      if part.distance <= distance { near += part.weight }
    }
    return all > 0 ? near / all : 0
  }
}
