import SimFormats
import SimInput
import SimReport
import SimRuntime

/// The number of key frames of a run, and their layout on a contact sheet.
enum KeyFrames {
  /// Default number of frames; up to six more if touch and shake come late.
  static var defaultCount: UInt32 { 10 }

  /// Pixels of a frame on a sheet: those of 240 by 520 for any aspect ratio, and fewer for more
  /// than 40 frames, so that a sheet of thousands is no larger than one of 40.
  static func pixelCount(for count: Int) -> Int32 {
    let whole = 240.0 * 520
    return Int32(count <= 40 ? whole : max(1, whole * 40 / Double(count)))
  }

  /// Maximum pixels of a frame's longer side on a sheet, which limits very elongated canvases.
  private static var longestSide: Int32 { 1040 }

  /// Default number of columns: at most five, unless the sheet would become very long.
  static func columns(for count: Int) -> Int {
    guard count > 25 else { return min(5, count) }
    return Int(Double(count).squareRoot().rounded(.up))
  }

  /// Lays out frames, with their times and input in captions below.
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
  /// The contact sheet as an image.
  var picture: FramePicture {
    FramePicture(frame: 0, width: Int32(width), height: Int32(height), rgb: rgb)
  }
}
