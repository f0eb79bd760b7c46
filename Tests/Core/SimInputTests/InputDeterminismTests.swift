import SimMath
import SimInput
import Testing

@Suite struct InputDeterminismTests {
  private static let all = InputGenerator.Kind.allCases.map { InputGenerator.standard($0) }

  @Test func theSeedDecides() {
    let first = InputWalk.run(Self.all, seed: 5, frames: 1200)
    let again = InputWalk.run(Self.all, seed: 5, frames: 1200)
    let other = InputWalk.run(Self.all, seed: 6, frames: 1200)
    #expect(first.broken.isEmpty)
    #expect(first.digest.finalize() == again.digest.finalize())
    #expect(first.digest.finalize() != other.digest.finalize())
  }

  /// The bits of a run, pinned: another target or compiler must give the same.
  @Test func bitsArePinned() {
    let defects = InputDefects(
      droppedPerMille: 50, duplicatedPerMille: 50, latePerMille: 30, coalescedPerMille: 30)
    let walk = InputWalk.run(Self.all, seed: 2026, defects: defects, frames: 1800)
    #expect(walk.began > 50)
    #expect(walk.digest.finalize() == 0x7E5B_93D9_E7AB_2026)
  }

  @Test func aCopyContinuesAlike() {
    let clock = FrameClock(framesPerSecond: 60)
    var one = InputSynthesizer(
      seed: 3, generators: Self.all, clock: clock, touchSamplesPerSecond: 120, canvasWidth: 390,
      canvasHeight: 844)
    var input = FrameInput()
    for frame in 0..<200 as Range<UInt32> { one.fill(&input, frame: frame) }
    var two = one
    var other = FrameInput()
    for frame in 200..<400 as Range<UInt32> {
      one.fill(&input, frame: frame)
      two.fill(&other, frame: frame)
      #expect(input.motion == other.motion)
      #expect(input.touches.elementsEqual(other.touches))
      #expect(input.samples == other.samples)
    }
  }

  /// Another generator, in front or behind, moves no sample of the first.
  @Test func anotherGeneratorShiftsNothing() {
    var tap = InputGenerator.standard(.tap)
    tap.region = NormalizedRegion(x: 0, y: 0, width: 0.3, height: 0.3)
    var drag = InputGenerator.standard(.drag)
    drag.region = NormalizedRegion(x: 0.6, y: 0.6, width: 0.3, height: 0.3)
    func places(_ generators: [InputGenerator]) -> [TouchSample] {
      let walk = InputWalk.run(generators, frames: 1800)
      #expect(walk.broken.isEmpty)
      return walk.samples.filter { $0.position.x < 150 && $0.position.y < 300 }.map {
        var sample = $0
        sample.touchID = 0
        return sample
      }
    }
    let alone = places([tap])
    #expect(alone.count > 20)
    #expect(places([tap, drag]) == alone)
    #expect(places([drag, .standard(.shake), tap]) == alone)
    #expect(places([drag, tap, drag]) == alone)
  }

  @Test func generatorsOfOneKindDiffer() {
    let tap = InputGenerator.standard(.tap)
    let one = InputWalk.run([tap], frames: 1800)
    let two = InputWalk.run([tap, tap], frames: 1800)
    #expect(two.began > one.began + 4)
    #expect(Set(two.samples.map(\.timestampNanoseconds)).count > one.samples.count)
  }

  @Test func namesAreKebabCaseAndUnique() {
    let names = InputGenerator.Kind.allCases.map(\.name.description)
    #expect(
      names == [
        "tap", "multi-tap", "drag", "hold", "toddler-mash", "shake", "slow-tilt", "pick-up",
        "stillness", "key-press",
      ])
    #expect(InputGenerator.Kind.allCases.allSatisfy { InputGenerator.standard($0).isValid })
  }

  @Test func limitsAreChecked() {
    var generator = InputGenerator.standard(.tap)
    generator.eventsPerMinute = .nan
    #expect(!generator.isValid)
    generator = .standard(.tap)
    generator.region.width = 1.5
    #expect(!generator.isValid)
    generator = .standard(.shake)
    generator.strength = -1
    #expect(!generator.isValid)
    #expect(InputDefects.none.isValid && InputDefects.none.isEmpty)
    #expect(!InputDefects(droppedPerMille: 1001).isValid)
    #expect(!InputDefects(lateFrames: 0).isValid)
  }
}
