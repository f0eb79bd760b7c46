import Formats
import Harness
import PNGCodec
import Platform
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

  /// The widest a sheet's picture may be: the longer side of the screen fits 520 pixels, and fewer
  /// the more pictures there are, so that a sheet of thousands takes no more than one of 40.
  static func width(for plan: RunPlan, count: Int) -> Int32 {
    let longest = Double(max(plan.canvas.pixelWidth, plan.canvas.pixelHeight))
    let side = count <= 40 ? 520 : 520 * (40 / Double(count)).squareRoot()
    return max(1, Int32((Double(plan.canvas.pixelWidth) * side / longest).rounded(.down)))
  }

  /// How many pictures stand side by side when nobody says: at most five, unless the sheet would
  /// grow very long.
  static func columns(for count: Int) -> Int {
    guard count > 25 else { return min(5, count) }
    return Int(Double(count).squareRoot().rounded(.up))
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
    return ContactSheet(cells, columns: columns ?? Self.columns(for: cells.count))
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

  /// Finds out before a long run whether every file could be written, and that no two are one.
  static func check(_ paths: [String]) throws(CommandError) {
    var seen: Set<String> = []
    for path in paths {
      try files { () throws(FileError) in try FileStore.checkWritable(file: path) }
      // Devices such as /dev/null take any number of outputs.
      let isDevice = FileStore.exists(path) && !FileStore.isFile(path)
      guard isDevice || seen.insert(Environment.absolutePath(path)).inserted else {
        throw .badInput("\(path): cannot be written: two outputs have this name")
      }
    }
  }
}
