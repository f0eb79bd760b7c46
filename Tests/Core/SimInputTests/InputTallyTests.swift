import SimMath
import SimInput
import TestTier
import Testing

/// Goal: every event that a synthesizer makes up is delivered or counted as not delivered.
///
/// Method: generators that end before the run does, so that nothing waits; contacts that begin are
/// counted by the walk, and how many were made up follows from rates, or from a run with room.
@Suite struct InputTallyTests {
  private static func run(
    _ kinds: [InputGenerator.Kind], rate: Float, seed: UInt64, limit: UInt32,
    isPencil: Bool = false, frames: UInt32 = 1200, defects: InputDefects = .none
  ) -> InputWalk {
    let generators = kinds.map {
      InputGenerator(
        kind: $0, endFrame: frames - 400, eventsPerMinute: rate, isPencil: isPencil)
    }
    return InputWalk.run(
      generators, seed: seed, defects: defects, frames: frames, touchContacts: limit)
  }

  @Test(arguments: (Tier.isDebug ? [6000] : [30, 300, 6000]) as [Float])
  func contactsAddUp(rate: Float) {
    let kinds = InputGenerator.Kind.allCases.filter { $0.isTouch }
    let bad = InputDefects(droppedPerMille: 50, latePerMille: 50, lateFrames: 9)
    var (lost, unseen, ignored): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for seed in 0..<(Tier.isDebug ? 1 : 4) as Range<UInt64> {
      for limit in [1, 5, 11] as [UInt32] {
        for kinds in kinds.map({ [$0] }) + [kinds] {
          for defects in [.none, bad] {
            let walk = Self.run(kinds, rate: rate, seed: seed, limit: limit, defects: defects)
            let tally = walk.tally
            #expect(walk.broken.isEmpty, "\(walk.broken)")
            #expect(walk.began == walk.ended + walk.cancelled)
            #expect(
              tally.plannedContacts
                == UInt64(walk.began) + tally.lostContacts + tally.unseenContacts
                + tally.ignoredContacts, "\(kinds), seed \(seed), limit \(limit): \(tally)")
            #expect(tally.cancelledContacts <= UInt64(walk.cancelled))
            #expect(tally.lostMovements == 0 && tally.lostKeyPresses == 0)
            lost += tally.lostContacts
            unseen += tally.unseenContacts
            ignored += tally.ignoredContacts
          }
        }
      }
    }
    #expect(unseen > 0 && ignored > 0 && (lost > 0 || rate < 100), "\(lost), \(rate)")
  }

  /// Taps of a stylus, which no device limits, find one of eleven places or are lost: Erlang's
  /// loss formula says how many, whatever the distribution of their lengths.
  @Test(.disabled(if: Tier.isDebug)) func lossIsThatOfErlang() {
    let seconds = 600.0
    for rate in [2400, 6000] as [Float] {
      let walk = Self.run(
        [.tap], rate: rate, seed: 3, limit: 5, isPencil: true, frames: 36_400)
      let planned = Double(walk.tally.plannedContacts)
      let expected = Double(rate) / 60 * seconds
      #expect(abs(planned - expected) < 5 * expected.squareRoot())
      // A place is taken for 125 ms on average, up to the frame that reports the lift: half a
      // frame more, while a tap begins half a measurement late.
      let load = Double(rate) / 60 * (0.125 + 0.5 / 60)
      var blocked = 1.0
      for places in 1...FrameInput.maximumTouchCount {
        blocked = load * blocked / (Double(places) + load * blocked)
      }
      let share = Double(walk.tally.lostContacts) / planned
      #expect(abs(share - blocked) < 0.1 * blocked + 0.003, "\(share), expected \(blocked)")
    }
  }

  @Test(.disabled(if: Tier.isDebug)) func movementsThatOverlapTooOftenAreLost() {
    func tally(_ kind: InputGenerator.Kind, rate: Float) -> InputTally {
      InputWalk.run([InputGenerator(kind: kind, eventsPerMinute: rate)], frames: 36_000).tally
    }
    // The load is 1.4 s times the rate, and four places; of movements all lengths are even.
    let planned = 10.0 * 300
    let load = 300.0 / 60 * 1.4
    var blocked = 1.0
    for places in 1...4 { blocked = load * blocked / (Double(places) + load * blocked) }
    let lost = Double(tally(.shake, rate: 300).lostMovements)
    #expect(abs(lost / planned - blocked) < 0.05, "\(lost / planned), expected \(blocked)")
    #expect(tally(.shake, rate: 6).lostMovements == 0)
    #expect(tally(.stillness, rate: 300) == InputTally())
  }

  @Test func keysPressedTwiceInAFrameAreCounted() {
    var synthesizer = InputSynthesizer(
      seed: 1, generators: [InputGenerator(kind: .keyPress, eventsPerMinute: 6000)],
      clock: FrameClock(framesPerSecond: 60), touchSamplesPerSecond: 60, canvasWidth: 390,
      canvasHeight: 844)
    var input = FrameInput()
    var seen = 0
    for frame in 0..<36_000 as Range<UInt32> {
      synthesizer.fill(&input, frame: frame)
      for key in [ButtonPresses.volumeUp, .volumeDown, .cameraControl]
      where input.keyPresses.contains(key) {
        seen += 1
      }
    }
    let all = seen + Int(synthesizer.tally.lostKeyPresses)
    // 60,000 on average, with a deviation of 245.
    #expect(abs(all - 60_000) < 1225 && synthesizer.tally.lostKeyPresses > 5000, "\(all)")
  }

  /// A contact without room shifts no later one.
  @Test func whatIsLostShiftsNothing() {
    func samples(_ limit: UInt32) -> [TouchSample] {
      let mash = InputGenerator(kind: .toddlerMash, endFrame: 300, eventsPerMinute: 300)
      let walk = InputWalk.run([mash, .standard(.tap)], frames: 3600, touchContacts: limit)
      #expect((walk.tally.ignoredContacts > 0) && (walk.tally.lostContacts > 0))
      return walk.samples.filter { $0.timestampNanoseconds > 8_000_000_000 }.map {
        var sample = $0
        sample.touchID = 0
        return sample
      }
    }
    #expect(samples(5) == samples(11) && samples(5).count > 100)
  }
}
