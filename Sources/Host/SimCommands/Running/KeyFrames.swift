import SimFormats
import SimInput
import SimReport
import SimRuntime

/// How many frames are shown of a run, and how they are laid out on a sheet.
enum KeyFrames {
  /// Pictures of a run by default; up to six more if touch and shake come late.
  static var defaultCount: UInt32 { 10 }

  /// Pixels of a picture on a sheet: those of 240 by 520 whatever its shape, and fewer the more
  /// pictures there are, so that a sheet of thousands takes no more than one of 40.
  static func pixelCount(for count: Int) -> Int32 {
    let whole = 240.0 * 520
    return Int32(count <= 40 ? whole : max(1, whole * 40 / Double(count)))
  }

  /// Pixels of a picture's longer side on a sheet: a canvas that is a mere strip is made shorter.
  private static var longestSide: Int32 { 1040 }

  /// How many pictures stand side by side by default: at most five, unless the sheet would
  /// grow very long.
  static func columns(for count: Int) -> Int {
    guard count > 25 else { return min(5, count) }
    return Int(Double(count).squareRoot().rounded(.up))
  }

  /// Lays out frames with their times, and what was done to the device, under them.
  static func sheet(
    _ pictures: [FramePicture], _ scenario: Scenario, columns: Int?
  ) -> ContactSheet {
    let rate = UInt64(scenario.plan.clock.framesPerSecond)
    let cells = pictures.map { picture in
      let tenths = (UInt64(picture.frame) * 10 + rate / 2) / rate
      var caption = "\(tenths / 10).\(tenths % 10) s"
      if picture.isShaken { caption += " shaken" }
      if picture.touchCount == 1 { caption += " touch" }
      if picture.touchCount > 1 { caption += " \(picture.touchCount) touches" }
      return ContactSheet.Cell(picture: picture.scaled(toSide: longestSide), caption: caption)
    }
    return ContactSheet(cells, columns: columns ?? Self.columns(for: cells.count))
  }
}

extension ContactSheet {
  /// The sheet as a picture of its own.
  var picture: FramePicture {
    FramePicture(frame: 0, width: Int32(width), height: Int32(height), rgb: rgb)
  }
}
