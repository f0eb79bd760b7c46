import SimFormats
import SimImageAnalysis
import SimReport
import SimInput
import Testing

/// Goal: a person sees the verdict first and every number with its unit.
@Suite struct TextReportTests {
  @Test func wholeReport() {
    let text = TextReport.text(ResultFixture.full)
    #expect(
      text == """
        PASSED  snowglobe  ·  3,600 frames at 60 Hz  ·  iPhone 12, 1170 × 2532 px  ·  \
        seed 18446744073709551615

          ✓ BV-SNOW  population.flakes.max        ≤ 600              600
          ✓ BV-SOAK  allocations.liveBytesGrowth  ≤ 1,048,576 bytes  2,048 bytes
          ✓ BV-FPS   timing.frame.p99             ≤ 16.667 ms        12 ms
          ✓ load of 600 flakes: carried for 3,480 frames in a row, 60 prove it

          frame time   p50 4.94 ms  p90 8.00 ms  p95 10.0 ms  p99 12.0 ms  max 16.0 ms
          phases, p50  input 1.23 ms  step 1.23 ms  draw 1.23 ms  raster 1.23 ms
          slowest      ▁▄█ 16.0 ms
          late frames  2 of 3,480 over 16.7 ms  ·  hitches 0.862 ms/s  ·  \
        this machine, not the device
          by time      p50 4.94 ms  p95 10.0 ms  p99 12.0 ms, \
        weighted by frame duration
          lateness     good by WWDC20 session 10077: 50.0 ms in 58.0 s  ·  overrun 17.3 ms  ·  \
        worst second from frame 1,200, 50.0 ms  ·  longest streak 2 from frame 1,210  ·  \
        1 over two frame intervals
          recorder     310 ns per frame, not part of the times above
          CPU          p50 2.47 ms  p99 6.00 ms  ·  frames waited 1.25 s for one, \
        at most 48.0 ms  ·  1,234 involuntary switches
          device       within 16.7 ms  ·  predicted p50 5.00 ms  p99 12.0 ms, \
        9.60 ms to 15.0 ms  ·  CPU 12.0 ms, GPU 8.00 ms: bound by the CPU, \
        20.0 ms to the picture  ·  0 of 3,480 frames over it  ·  \
        canvas costs estimated, uncertain by 25 %  ·  iPhone 12
          allocations  3 after warm-up, at most 2 per frame  ·  1,500 in warm-up  ·  \
        first in frame 1,300, phase draw
          heap         4.00 KiB live after 3,600 frames  ·  2.00 KiB more than after 120
          flakes       580–600 of 600  ·  mean 600.0  ·  3,500 frames at the cap  ·  shaken 512
          sparks       0  ·  mean 0
          input        12 touches, at most 4 at once  ·  12,345 samples  ·  420 frames shaken  ·  \
        10 in the background
          not felt     3 contacts dropped: queue full  ·  1 movement dropped: queue full  ·  \
        2 key presses dropped: queue full  ·  1 contact off the glass  ·  \
        1,234 contacts more than the device tracks  ·  \
        10 contacts canceled by them
          work         2,160,000 primitives  ·  1,000,000 pixels blended  ·  500,000 filled
          calmness     luminance changes by 0.21 % per frame, at most 0.98 %  ·  \
        in 10° at most 2.16 %
                       8.44 % of the picture moves, at most 13.3 %
                       speed p50 9.25  p95 76.5  max 262 pt/s  ·  \
        jerk p50 306  p95 1,639  max 44,443 pt/s³
          digest       state 0000000000000001  chain 0000000000000002  pixels 0000000000000003
          picture      .simbench/snowglobe.png

        """)
  }

  @Test func whatWasFeltWholeHasNoLine() {
    var result = ResultFixture.full
    var events = InputTally()
    events.plannedContacts = 1_250
    for tally in [nil, events] {
      result.input.events = tally
      #expect(!TextReport.text(result).contains("not felt"))
      #expect(!HTMLReport.text([result], showing: .init(sheets: [nil])).contains("not felt"))
    }
    let page = HTMLReport.text([ResultFixture.full], showing: .init(sheets: [nil]))
    #expect(page.contains("1 movement dropped: queue full, 2 key presses dropped: queue full"))
  }

  @Test func busyMachineIsTheReason() {
    let text = TextReport.text(ResultFixture.heldUp)
    #expect(text.hasPrefix("INCONCLUSIVE  snowglobe"))
    let rows = [
      "frames waited 12.3 s for one, at most 585 ms",
      "the machine was too busy to judge frame times: without CPU wait they are within "
        + "budget, and a second run did not decide it\n",
      "close other programs and rerun, or compare two builds with gate --against\n",
    ]
    for row in rows { #expect(text.contains(row), "\(row)") }
    #expect(text.contains("277.5 ms, but frames waited for a processor, up to 585 ms; without"))
    var settled = ResultFixture.full
    settled.timing.processor?.runs = 2
    let second = "second run: in the first one, frames waited too long for a verdict\n"
    #expect(TextReport.text(settled).contains(second))
    settled.timing.processor = nil
    let blind = "\n  CPU          CPU wait is not available on this system\n"
    #expect(TextReport.text(settled).contains(blind))
    #expect(!TextReport.text(ResultFixture.full).contains("busy"))
  }

  @Test func whatWasNotMeasuredSaysSo() {
    let text = TextReport.text(ResultFixture.empty)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0].contains("10 of 3,600 frames"))
    for line in [
      "  – BV-ALLOC  allocations.steadyMaxPerFrame  ≤ 0  not measured: debug build",
      "  – load of 600 flakes: not judged: the run is shorter than the 180 frames that prove it, "
        + "60 in a row after 120 of warm-up",
      "  frame time   not measured: every frame was spent in the background",
      "  allocations  not measured: debug build",
      "  device       not predicted: no pixels were drawn",
      "  flakes       not counted: the app was in the background in every frame",
      "  digest       state 0000000000000001  chain 0000000000000002",
    ] { #expect(lines.contains(line), "\(line)") }
    for label in ["work", "calmness", "heap", "picture", "slowest"] {
      #expect(!text.contains("\n  \(label)"), "\(label)")
    }
  }

  @Test func calmnessThatWasNotMeasuredSaysSo() {
    var result = ResultFixture.full
    result.calmness?.speed = nil
    result.calmness?.jerk = nil
    #expect(
      TextReport.text(result).contains(
        "\n               speed not measured: nothing that moved could be followed\n"))
    result.calmness = Calmness(comparedFrames: 9)
    let still = TextReport.text(result)
    #expect(still.contains("  calmness     luminance changes by 0 % per frame, at most 0 %"))
    let nothing = "no patch travels: light changes in place, if at all"
    #expect(still.contains("\n               \(nothing)\n"))
    result.calmness = nil
    #expect(
      TextReport.text(result).contains(
        "  calmness     not measured: fewer than two frames of one size\n"))
  }

  @Test func shortRuns() {
    var result = ResultFixture.full
    result.timing.measuredFrames = 80
    result.allocations.steadyTotal = nil
    result.budgets = []
    result.timing.budgets = []
    let text = TextReport.text(result)
    #expect(
      text.contains(
        "\n               p99 rests on 80 frames: 2,000 are needed for a reliable value\n"))
    #expect(
      text.contains("1,500 in warm-up; the run has no frame after its 120 of warm-up\n"))
    #expect(text.contains("\n  no budgets in this scenario\n"))
  }

  @Test func verdicts() {
    var result = ResultFixture.full
    result.load[0].status = .failed
    result.load[0].longestRun = 59
    var lines = TextReport.text(result).split(separator: "\n")
    #expect(lines[0].hasPrefix("NOT EXERCISED  snowglobe  ·  "))
    let load = "load of 600 flakes: carried for 59 frames in a row at most, 60 would prove it"
    #expect(lines.contains("  ✗ \(load)"))
    result.timing.budgets[0].status = .failed
    #expect(TextReport.text(result).hasPrefix("FAILED  "))
    #expect(result.exactVerdict == .notExercised)
    result.fault = ResultFixture.fault
    result.isMotionReduced = true
    lines = TextReport.text(result).split(separator: "\n")
    #expect(lines[0].hasPrefix("FAILED  "))
    #expect(lines[0].hasSuffix("  ·  Reduce Motion"))
    #expect(lines[1] == "  violation  frame 90, phase step: flakes.x[7] is not a finite number")
  }

  @Test func heapThatShrinks() {
    var result = ResultFixture.full
    result.allocations.liveBytesGrowth = -512
    #expect(TextReport.text(result).contains("  ·  512 B less than after 120\n"))
  }

  @Test func stylesOnlyWhenAsked() {
    for result in [ResultFixture.full, ResultFixture.empty] {
      let plain = TextReport.text(result)
      let styled = TextReport.text(result, isStyled: true)
      #expect(!plain.contains("\u{1B}"))
      #expect(styled.contains("\u{1B}[1;32mPASSED\u{1B}[0m"))
      var stripped = styled
      for code in ["0", "1;32", "32", "33", "2"] {
        stripped = stripped.split(separator: "\u{1B}[\(code)m", omittingEmptySubsequences: false)
          .joined()
      }
      #expect(stripped == plain)
    }
  }

  @Test func linesAreClean() {
    var hostile = ResultFixture.full
    hostile.device.title = "x\u{1B}[2J\ny"
    hostile.fault = ResultFixture.fault
    hostile.fault?.message = "a\nb"
    hostile.picture = "a\nb"
    for result in [ResultFixture.full, ResultFixture.empty, hostile] {
      let text = TextReport.text(result)
      #expect(text.hasSuffix("\n"))
      #expect(!text.contains("\u{1B}"))
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        #expect(!line.hasSuffix(" "), "\(line)")
      }
    }
    let count = TextReport.text(ResultFixture.full).split(separator: "\n").count
    #expect(TextReport.text(hostile).split(separator: "\n").count == count + 1)
  }
}
