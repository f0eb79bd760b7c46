import SimMath
import SimFormats
import Testing
import SimTracing

/// Goal: stroke files are read exactly, and every fault is one line with its place.
///
/// Method: both forms by hand; one fault at a time, compared with its whole line.
@Suite struct StrokeFileTests {
  private func read(_ text: String) throws(FormatError) -> InkRecording {
    try StrokeFile.read(Array(text.utf8), file: "ink.txt").recording
  }

  private func message(_ text: String) -> String? {
    do throws(FormatError) {
      _ = try read(text)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func tableIsRead() throws {
    let recording = try read(
      "x,y,stroke,time\n1,2,1,10\n3,4,1,10.5\r\n5,6,7,10.5\n\n")
    #expect(recording.strokes.count == 2 && recording.canvasSide == 0)
    #expect(
      recording.strokes[0]
        == [
          InkSample(Vector2(1, 2), time: 0), InkSample(Vector2(3, 4), time: 500_000_000),
        ])
    #expect(recording.strokes[1] == [InkSample(Vector2(5, 6), time: 500_000_000)])
  }

  @Test func pagesWithYUpwardsAreRead() throws {
    let recording = try read("START\n10,-20.5,100\n11,-21,108\nBREAK\nBREAK\n3,-4,208\n")
    #expect(recording.strokes.count == 2 && recording.canvasSide == 105)
    #expect(
      recording.strokes[0]
        == [
          InkSample(Vector2(10, 20.5), time: 0), InkSample(Vector2(11, 21), time: 8_000_000),
        ])
    #expect(recording.strokes[1] == [InkSample(Vector2(3, 4), time: 108_000_000)])
  }

  @Test(arguments: ["", "\n\n", "START", "START\nBREAK\n", "stroke,time,x,y\n"])
  func fileWithoutSamplesHasNoStrokes(text: String) throws {
    #expect(try read(text).strokes.isEmpty)
  }

  @Test(
    arguments: [
      (
        "STRAT\n1,2,3\n",
        "ink.txt:1:1: unknown column \"STRAT\"; did you mean \"START\"? "
          + "allowed: stroke, time, x, y"
      ),
      ("stroke,time,x\n", "ink.txt:1:14: missing column \"y\""),
      (
        "stroke,tme,x,y\n1,2,3,4\n",
        "ink.txt:1:15: missing column \"time\"; is \"tme\" a misspelling of it?"
      ),
      ("stroke,time,x,x\n", "ink.txt:1:15: column \"x\" appears twice"),
      (
        "stroke,time,x,y\n1,0,5\n",
        "ink.txt:2:1: found 3 values, expected 4, one for each column"
      ),
      (
        "stroke,time,x,y\n1,0,5,6\n\n1,1,5,6\n",
        "ink.txt:3:1: found an empty line, expected 4, one for each column"
      ),
      ("stroke,time,x,y\n1,0,five,6\n", "ink.txt:2:5: x: found \"five\", expected a number"),
      ("stroke,time,x,y\n1,0,nan,6\n", "ink.txt:2:5: x: found \"nan\", expected a number"),
      ("stroke,time,x,y\n1,0,,6\n", "ink.txt:2:5: x: found nothing, expected a number"),
      ("stroke,time,x,y\n1.5,0,5,6\n", "ink.txt:2:1: stroke: found 1.5, expected a whole number"),
      (
        "stroke,time,x,y\n1,0,5e9,6\n",
        "ink.txt:2:5: x: found 5e9, allowed -1000000 to 1000000"
      ),
      (
        "stroke,time,x,y\n2,0,5,6\n1,1,5,6\n",
        "ink.txt:3:1: stroke: found 1, allowed at least 2, the stroke of the row before"
      ),
      (
        "stroke,time,x,y\n2,3,5,6\n2,2.5,5,6\n",
        "ink.txt:3:3: time: found 2.5 s, allowed at least 3 s, the time of the sample before"
      ),
      ("START\n1,2\n", "ink.txt:2:1: found 2 values, expected x,y,t or BREAK"),
      ("START\n1,2,3\nBRAKE\n", "ink.txt:3:1: found 1 value, expected x,y,t or BREAK"),
      ("START\n1,2,-3\n", "ink.txt:2:5: t: found -3, allowed 0 to 4000000000000"),
      (
        "START\n1,2,9\nBREAK\n1,2,8\n1,2,7\n",
        "ink.txt:5:5: t: found 7 ms, allowed at least 8 ms, the time of the sample before"
      ),
    ])
  func faultIsOneLineWithItsPlace(text: String, expected: String) {
    #expect(message(text) == expected)
  }

  @Test func clocksThatCountFrom1970AreRead() throws {
    let recording = try read("START\n1,-2,1.7e12\n3,-4,1700000000008\n")
    #expect(recording.strokes[0].map { $0.time } == [0, 8_000_000])
    let table = try read("stroke,time,x,y\n1,1700000000,1,2\n1,1700000000.5,3,4\n")
    #expect(table.strokes[0].map { $0.time } == [0, 500_000_000])
  }

  @Test func byteOrderMarkIsNamed() {
    #expect(message("\u{FEFF}START\n")?.contains("UTF-8") == true)
  }

  @Test func damagedFilesNeverTrap() {
    let text = Array("START\n1,-2,3\n4,-5,6\nBREAK\n7,-8,9\n".utf8)
    var random = RandomStream(seed: 4, name: "damage")
    for _ in 0..<500 {
      var bytes = text
      bytes[Int(random.below(UInt32(bytes.count)))] = UInt8(random.below(256))
      bytes.removeLast(Int(random.below(UInt32(bytes.count))))
      _ = try? StrokeFile.read(bytes, file: "ink.txt")
    }
  }
}
