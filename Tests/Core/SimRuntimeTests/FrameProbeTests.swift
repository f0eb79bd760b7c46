import SimRaster
import SimRuntime
import Testing

/// Goal: a probe writes exactly what it was told, says what did not fit, and bytes that every
/// reader of JSON takes.
struct FrameProbeTests {
  private func lines(_ probe: FrameProbe) -> [String] {
    var lines: [String] = []
    probe.forEachLine { lines.append(String(decoding: $0, as: UTF8.self)) }
    return lines
  }

  @Test func aFrameIsALine() throws {
    var probe = FrameProbe(
      device: "a \"phone\"\\\n, é".utf8, renderer: "canvas", frameRate: 60, refreshRate: 120,
      capacity: 8)
    probe.begin(scene: "snow", count: 600, canvasPixels: 1_500_000)
    var work = DisplayWork()
    work[.primitives] = 602
    work[.pixelsMoved] = .max
    let row = probe.record(work, atNanoseconds: 1000, processorNanoseconds: 25, isLate: true)
    probe.setGraphics(nanoseconds: 77, ofRow: try #require(row))
    probe.begin(scene: "rain", count: 0, canvasPixels: 4, isHeldOut: true)
    probe.record(DisplayWork(), atNanoseconds: 1500, processorNanoseconds: 0)
    // A clock that went back after all, and a row that is none.
    probe.record(DisplayWork(), atNanoseconds: 900, processorNanoseconds: 1)
    probe.setGraphics(nanoseconds: 1, ofRow: 99)
    let head =
      #"{"format":"simbench-frames","version":1,"device":"a \"phone\"\\\u000a, é","#
      + #""renderer":"canvas","frameRate":60,"refreshRate":120,"counters":["primitives","batches","#
      + #""passes","pixelsFilled","pixelsBlended","pixelsAdded","pixelsMoved"],"frames":3,"#
      + #""dropped":0}"# + "\n"
    let first =
      #"{"scene":"snow","count":600,"canvasPixels":1500000,"frame":0,"nanoseconds":0,"#
      + #""work":[602,0,0,0,0,0,18446744073709551615],"cpu":25,"gpu":77,"late":true}"#
      + "\n"
    let second =
      #"{"scene":"rain","count":0,"canvasPixels":4,"frame":1,"nanoseconds":500,"#
      + #""work":[0,0,0,0,0,0,0],"cpu":0,"heldOut":true}"# + "\n"
    let found = lines(probe)
    #expect(found.count == 4)
    #expect(found[0] == head && found[1] == first && found[2] == second)
    #expect(found[3].contains(#""frame":2,"nanoseconds":0,"#))
  }

  @Test func whatDoesNotFitIsCounted() {
    var probe = FrameProbe(
      device: "d".utf8, renderer: "mine", frameRate: 30, refreshRate: 60,
      counters: ["quads", "lines"], capacity: 2)
    probe.begin(scene: "s", count: 1, canvasPixels: 1)
    let rows = (0..<5).map { frame in
      probe.record([UInt64(frame), 7], atNanoseconds: UInt64(frame), processorNanoseconds: 1)
    }
    #expect(rows == [0, 1, nil, nil, nil])
    #expect(probe.frameCount == 2 && probe.droppedFrames == 3)
    let found = lines(probe)
    #expect(found.count == 3 && found[0].contains(#""counters":["quads","lines"],"frames":2,"#))
    #expect(found[0].contains(#""dropped":3}"#) && found[2].contains(#""work":[1,7],"#))
  }
}
