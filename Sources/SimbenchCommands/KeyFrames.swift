import Formats
import Harness
import PNGCodec
import Report
import Runtime
import Simulation

/// Which frames are looked at, and how they are put on a page.
enum KeyFrames {
  /// Frames of a sheet when nobody chooses: ten, spread over the run, neither the very first.
  static func spread(over frameCount: UInt32) -> [UInt32] {
    let count = min(frameCount, 10)
    return (1...count).map { UInt32(UInt64($0) * UInt64(frameCount) / UInt64(count)) - 1 }
  }

  /// The widest a sheet's picture may be: the longer side of the screen fits 520 pixels.
  static func width(for plan: RunPlan) -> Int32 {
    let longest = max(plan.canvas.pixelWidth, plan.canvas.pixelHeight)
    return max(1, Int32(Int64(plan.canvas.pixelWidth) * 520 / Int64(longest)))
  }

  /// Lays frames out with their times under them.
  static func sheet(
    _ pictures: [FramePicture], _ scenario: Scenario, columns: Int?
  ) -> ContactSheet {
    let rate = UInt64(scenario.plan.clock.framesPerSecond)
    let cells = pictures.map { picture in
      let tenths = (UInt64(picture.frame) * 10 + rate / 2) / rate
      return ContactSheet.Cell(
        picture: picture, caption: "\(tenths / 10).\(tenths % 10) s")
    }
    return ContactSheet(cells, columns: columns ?? min(5, cells.count))
  }

  /// A sheet as a PNG file.
  static func png(_ sheet: ContactSheet) -> [UInt8] {
    PNGEncoder.encode(
      sheet.rgb, width: Int32(sheet.width), height: Int32(sheet.height), layout: .rgb)
  }
}

/// File names that differ even when scenarios share theirs.
enum OutputNames {
  /// The names, the second and later of equal ones numbered.
  static func unique(_ names: [String]) -> [String] {
    var seen: [String] = []
    return names.map { name in
      var candidate = name
      var number = 2
      while seen.contains(candidate) {
        candidate = "\(name)-\(number)"
        number += 1
      }
      seen.append(candidate)
      return candidate
    }
  }
}
