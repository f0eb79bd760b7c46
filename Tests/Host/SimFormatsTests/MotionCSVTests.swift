import SimFormats
import SimInput
import SimMath
import Testing

@Suite struct MotionCSVTests {
  private static let header =
    "time,accelerationX,accelerationY,accelerationZ,rotationRateX,rotationRateY,rotationRateZ\n"

  private static let inMeters =
    "g; for m/s², --motion-units m/s2, in a scenario \"motionUnits\": \"m/s2\""
  private static let inDegrees =
    "rad/s; for deg/s, --motion-rotation-units deg/s, in a scenario "
    + "\"motionRotationUnits\": \"deg/s\""

  private func table(_ text: String) throws(FormatError) -> MotionCSV {
    try MotionCSV(parsing: Array(text.utf8), file: "walk.csv")
  }

  private func expect(_ text: String, _ message: String) {
    let error = #expect(throws: FormatError.self) { try table(text) }
    #expect(error?.message == message)
  }

  @Test func readsRows() throws {
    let motion = try table(
      Self.header + "10.1,0.5,-1,+.25,1e-1,2.,-3\r\n10.3,0,0,0,0,0,0\n\r\n\n")
    #expect(motion.times == [0, 200_000_000])
    let expected = MotionSample(acceleration: (0.5, -1, 0.25), rotationRate: (0.1, 2, -3))
    #expect(motion.samples == [expected, .still])
  }

  @Test func columnsComeInAnyOrder() throws {
    let text =
      "rotationRateZ,rotationRateY,rotationRateX,accelerationZ,accelerationY,accelerationX,time\r\n"
      + "6,5,4,3,2,1,0\r\n6,5,4,3,2,1,0.016666667"
    let motion = try table(text)
    #expect(motion.times == [0, 16_666_667])
    #expect(
      motion.samples[0] == MotionSample(acceleration: (1, 2, 3), rotationRate: (4, 5, 6)))
  }

  @Test func faultyHeaders() {
    let names = MotionCSV.columnNames.joined(separator: ", ")
    let empty =
      "walk.csv:1:1: empty file, expected a table with a header line; restore the file or write it "
      + "again"
    expect("", empty)
    expect("\r\n\n", empty)
    expect(
      "\u{FEFF}" + Self.header,
      "walk.csv:1:1: byte order mark of UTF-8; save the file as UTF-8 without one")
    expect(
      "time,accelerationx,y\n",
      "walk.csv:1:6: unknown column \"accelerationx\"; did you mean \"accelerationX\"?"
        + " allowed: \(names)")
    expect(
      "time,pressure\n", "walk.csv:1:6: unknown column \"pressure\"; allowed: \(names)")
    expect("time,time\n", "walk.csv:1:6: column \"time\" appears twice")
    expect(
      "time,accelerationX\n0,0\n1,0\n", "walk.csv:1:19: missing column \"accelerationY\"")
  }

  @Test(arguments: [
    ("1,0,0,0,0,0,0", "found 1, allowed at least 1 ns later than 1.0, the time of the row before"),
    (
      "1.0000000001,0,0,0,0,0,0",
      "found 1.0000000001, allowed at least 1 ns later than 1.0, the time of the row before"
    ),
    (
      "0.5,0,0,0,0,0,0",
      "found 0.5, allowed at least 1 ns later than 1.0, the time of the row before"
    ),
    ("-1,0,0,0,0,0,0", "found -1, allowed 0 to 4000000000"),
    (",0,0,0,0,0,0", "found nothing, expected a number"),
  ])
  func faultyTimes(row: String, message: String) {
    expect(Self.header + "1.0,0,0,0,0,0,0\n" + row, "walk.csv:3:1: time: " + message)
  }

  @Test(arguments: [
    ("2,0,0,64.1,0,0,0", "7: accelerationZ: found 64.1, allowed -64 to 64 \(inMeters)"),
    ("2,0,0,0,0,0,-101", "13: rotationRateZ: found -101, allowed -100 to 100 \(inDegrees)"),
    ("2,1e999,0,0,0,0,0", "3: accelerationX: found 1e999, allowed -64 to 64 \(inMeters)"),
    ("2,nan,0,0,0,0,0", "3: accelerationX: found \"nan\", expected a number"),
    ("2,0,inf,0,0,0,0", "5: accelerationY: found \"inf\", expected a number"),
    ("2,0,0x1,0,0,0,0", "5: accelerationY: found \"0x1\", expected a number"),
    ("2, 0,0,0,0,0,0", "3: accelerationX: found \" 0\", expected a number"),
    ("2,1e,0,0,0,0,0", "3: accelerationX: found \"1e\", expected a number"),
    ("2,0,0", "1: found 3 values, expected 7, one for each column"),
    ("2", "1: found 1 value, expected 7, one for each column"),
    ("2,0,0,0,0,0,0,", "1: found 8 values, expected 7, one for each column"),
    ("\n2,0,0,0,0,0,0", "1: found an empty line, expected a row"),
    ("\r\n2,0,0,0,0,0,0", "1: found an empty line, expected a row"),
  ])
  func faultyValues(row: String, message: String) {
    expect(Self.header + "1,0,0,0,0,0,0\n" + row, "walk.csv:3:" + message)
  }

  @Test func rowCounts() {
    expect(Self.header, "walk.csv: found 0 rows, allowed at least 2")
    expect(Self.header + "0,0,0,0,0,0,0\n", "walk.csv: found 1 row, allowed at least 2")
  }

  @Test func damagedTablesNeverTrap() {
    let sample = Array((Self.header + "0,0,0.1,0,-1,2e1,0\r\n0.1,0,0,0,0,0,0\n").utf8)
    for count in 0..<sample.count {
      _ = try? MotionCSV(parsing: Array(sample[..<count]), file: "x")
    }
    var random = RandomStream(seed: 3, name: "damage")
    for _ in 0..<2000 {
      var bytes = sample
      for _ in 0...random.below(3) {
        bytes[Int(random.below(UInt32(bytes.count)))] = UInt8(random.below(256))
      }
      do {
        let motion = try MotionCSV(parsing: bytes, file: "x")
        #expect(motion.times.count == motion.samples.count)
      } catch {
        #expect(error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 })
      }
    }
  }
}
