import SimJSON
import Testing

@Suite struct DurationTextTests {
  @Test(
    arguments: [
      ("10m", 600_000), ("90s", 90_000), ("1.5s", 1500), ("500ms", 500), ("2h", 7_200_000),
      ("0.1s", 100), ("0.001s", 1), ("0.5h", 1_800_000), ("1.0000000000000ms", 1),
      ("0.0000025h", 9), ("1000h", 3_600_000_000), ("00010s", 10_000),
    ] as [(String, UInt64)])
  func durations(text: String, milliseconds: UInt64) throws {
    #expect(try DurationText.milliseconds(of: text) == milliseconds)
  }

  @Test(arguments: [
    (
      "",
      "empty duration, expected a number and a unit such as 10m, 90s, 1.5s, 500ms or 2h"
    ),
    (
      "m",
      "found \"m\", expected a number and a unit such as 10m, 90s, 1.5s, 500ms or 2h"
    ),
    (
      "-3s",
      "found \"-3s\", expected a number and a unit such as 10m, 90s, 1.5s, 500ms or 2h"
    ),
    (
      "1.s",
      "found \"1.s\", expected a number and a unit such as 10m, 90s, 1.5s, 500ms or 2h"
    ),
    ("10", "found \"10\" without a unit, expected one of ms, s, m, h"),
    ("10M", "unknown unit \"M\" in \"10M\", expected one of ms, s, m, h"),
    ("10 s", "unknown unit \" s\" in \"10 s\", expected one of ms, s, m, h"),
    ("1h30m", "unknown unit \"h30m\" in \"1h30m\", expected one of ms, s, m, h"),
    ("0.0005s", "found \"0.0005s\", expected whole milliseconds"),
    ("1.5ms", "found \"1.5ms\", expected whole milliseconds"),
    ("0.000000001h", "found \"0.000000001h\", expected whole milliseconds"),
    ("0s", "found \"0s\", allowed 1ms to 1000h"),
    ("1000.1h", "found \"1000.1h\", allowed 1ms to 1000h"),
    ("99999999999999999999h", "found \"99999999999999999999h\", allowed 1ms to 1000h"),
    ("1\n", "unknown unit \"\\n\" in \"1\\n\", expected one of ms, s, m, h"),
  ])
  func faults(text: String, message: String) {
    let error = #expect(throws: DurationError.self) { try DurationText.milliseconds(of: text) }
    #expect(error?.message == message)
  }
}
