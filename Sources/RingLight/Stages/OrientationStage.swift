import Raster
import Runtime

/// Turns the sensor's picture upright: every pixel moves, none changes.
package struct OrientationStage: PixelStage {
  /// The name in reports.
  package static var name: StaticString { "orientation" }
  /// Columns and rows turned together, so that both pictures stay in the cache.
  private static var blockSide: Int32 { 16 }

  /// Makes the stage.
  package init() {}

  /// Turns the picture.
  package mutating func apply(_ settings: SensorTurn, to frame: inout PixelFrame) {
    let sensor = PictureSize(width: frame.width, height: frame.height)
    switch settings {
    case .none: return
    case .half: turnHalf(&frame)
    case .clockwise, .counterclockwise: turnQuarter(&frame, sensor, settings)
    }
    frame.work.pixelsFilled &+= UInt32(truncatingIfNeeded: frame.count)
  }

  private func turnHalf(_ frame: inout PixelFrame) {
    var (first, last) = (0, frame.count - 1)
    var pixels = frame.pixels.mutableSpan
    while first < last {
      pixels.swapAt(first, last)
      first += 1
      last -= 1
    }
  }

  private func turnQuarter(
    _ frame: inout PixelFrame, _ sensor: PictureSize, _ turn: SensorTurn
  ) {
    let upright = sensor.turned(by: turn)
    let side = Self.blockSide
    // A step along the sensor's row is a step down the upright picture, or up.
    let step = turn == .clockwise ? Int(upright.width) : -Int(upright.width)
    frame.rewrite(width: upright.width, height: upright.height) { source, target in
      precondition(source.count >= Int(sensor.count) && target.count >= Int(sensor.count), "size")
      var top: Int32 = 0
      while top < sensor.height {
        var left: Int32 = 0
        while left < sensor.width {
          let end = min(left + side, sensor.width)
          for row in top..<min(top + side, sensor.height) {
            let place = sensor.upright(left, row, turn)
            var to = Int(place.y) * Int(upright.width) + Int(place.x)
            var from = Int(row) * Int(sensor.width) + Int(left)
            for _ in left..<end {
              // Within the picture, whose size was checked above.
              unsafe target[unchecked: to] = source[unchecked: from]
              to &+= step
              from &+= 1
            }
          }
          left += side
        }
        top += side
      }
    }
  }
}
