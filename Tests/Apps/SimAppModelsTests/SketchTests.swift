import SimAppModels
import SimMath
import SimRuntime
import SimWorld
import TestTier
import Testing

/// Goal: what the flow does at its limits is what is written down, to the nanosecond.
struct SketchTests {
  /// The identity of a Go whose requests an outcome and a time to the answer follow from.
  private static func identity(
    scale: UInt32 = 1, where isWanted: (_ answers: [(body: AnswerBody, seconds: Double)]) -> Bool
  ) -> UInt64? {
    var faults = FaultMask()
    for fault in ServiceFault.allCases { faults.insert(place: 24 + fault.rawValue) }
    for identity in UInt64(0)..<4000 {
      var world = World(
        seed: 1, clock: WorldClock(wallSeconds: 0, zone: WorldZone(offsetSeconds: 0)))
      world.turnOn(faults)
      let answers = [UInt64(1), 2].map { attempt -> (body: AnswerBody, seconds: Double) in
        let request = NameHash.mix(identity &+ 1) &+ attempt
        var stream = world.draw("network", request)
        for _ in 0..<3 { _ = stream.below(1000) }
        return (
          ImageService.body(request, in: &world, scale: scale),
          8 * Double(Math.exp(0.4 * stream.normal()))
        )
      }
      if isWanted(answers) { return identity }
    }
    return nil
  }

  private static let noImage = SketchRun.act(
    0, .fault, UInt64(24 + ServiceFault.noImage.rawValue))

  private static var free: [WorldAction] { SketchRun.ready }

  @Test func aPictureIsShownAndKept() {
    let run = SketchRun(SketchRun.plan(Self.free + [SketchRun.act(1, .go)]))
    #expect(run.broken == nil)
    #expect(run.times(.sends) == [1])
    #expect(run.times(.shows).count == 1 && run.times(.keeps).count == 1)
    #expect(run.simulation.model.app.gallery.manifest.quota.used == 1)
    #expect(run.simulation.model.app.screen == .result)
  }

  /// A first answer without a picture at 12 s, a second at 30 s: the notice at 20 s, no oops before
  /// the second answer, and no charge.
  @Test func twoAnswersWithoutAPicture() throws {
    let identity = try #require(
      Self.identity(scale: 10) { answers in
        answers.allSatisfy { $0.body.outcome == .noImage }
          && (8...15).contains(answers[0].seconds)
          && (21...29).contains(answers[0].seconds + answers[1].seconds)
      })
    let run = SketchRun(
      SketchRun.plan(
        [Self.noImage] + Self.free + [SketchRun.act(1, .go, identity: identity)], scale: 10))
    #expect(run.broken == nil)
    #expect(run.times(.notices) == [21])
    #expect(run.times(.sends).count == 2 && run.times(.oops).count == 1)
    #expect(run.simulation.model.app.gallery.manifest.quota.used == 0)
    #expect(run.simulation.model.app.screen == .failed)
  }

  /// Without an answer the notice comes at 20 s and the oops at 30 s, whatever the wall clock says.
  @Test func requestsAreWaitedForHalfAMinute() {
    for jump: Int64 in [0, -7_200_000_000_000, 7_200_000_000_000] {
      let run = SketchRun(
        SketchRun.plan(
          Self.free + [
            SketchRun.act(1, .go), SketchRun.act(1.5, .offline),
            SketchRun.act(5, .clockJump, UInt64(bitPattern: jump)),
          ]))
      #expect(run.broken == nil)
      #expect(run.times(.notices) == [21] && run.times(.oops) == [31])
    }
  }

  /// Go at 0, 10, 20, 30 and 40 s, all canceled: the next is refused a nanosecond before a minute.
  @Test func theSixthOfAMinute() {
    for (seconds, isAllowed) in [(60.999_999_999, false), (61, true)] {
      var actions = Self.free
      for index in 0..<5 {
        let start = 1 + 10 * Double(index)
        actions.append(SketchRun.act(start, .go, identity: UInt64(index)))
        actions.append(SketchRun.act(start + 0.5, .cancel))
      }
      actions.append(SketchRun.act(seconds, .go, identity: 9))
      let run = SketchRun(SketchRun.plan(actions))
      #expect(run.broken == nil)
      #expect(run.times(.refuses).count == (isAllowed ? 0 : 1))
      #expect(run.times(.sends).count == (isAllowed ? 6 : 5))
      #expect(run.times(.cancels).count == 5)
    }
  }

  /// An answer that arrived before the deadline while the app stood still counts; a later one does
  /// not, and the oops is said at once.
  @Test func suspendedAppsCountByArrival() throws {
    for (range, isShown) in [(5.0...10.0, true), (31.0...60.0, false)] {
      let identity = try #require(
        Self.identity { $0[0].body.outcome == .image && range.contains($0[0].seconds) })
      let run = SketchRun(
        SketchRun.plan(
          Self.free + [
            SketchRun.act(1, .go, identity: identity), SketchRun.act(1.1, .background),
            SketchRun.act(1.2, .suspend), SketchRun.act(100, .active),
          ]))
      #expect(run.broken == nil)
      #expect(run.times(.shows) == (isShown ? [100] : []))
      #expect(run.times(.oops) == (isShown ? [] : [100]))
      #expect(run.times(.notices) == (isShown ? [] : [100]))
    }
  }

  /// Every so many of all combinations.
  private static let stride = Tier.isDebug ? 11 : 1

  /// Every body as the first answer, every body or none as the second, and a cancel at four points
  /// or none: what is shown is what the table says of the bodies, and nothing that does not hold.
  @Test func everyBodyAndEveryCancel() {
    let answered = Self.answerTimes
    let cancels: [Double?] = [
      nil, 0.5, answered[0] - 0.001, answered[0] + 0.001, answered[0] + answered[1] - 0.001,
    ]
    var (count, shown) = (0, 0)
    for first in AnswerBody.allCases {
      for second in AnswerBody.allCases.map({ Optional($0) }) + [nil] {
        for (point, cancel) in cancels.enumerated() {
          count += 1
          guard count % Self.stride == 0 else { continue }
          var actions = Self.free + [SketchRun.act(1, .go, identity: 1)]
          if let cancel { actions.append(SketchRun.act(1 + cancel, .cancel)) }
          let run = SketchRun(SketchRun.plan(actions), script: [first, second])
          let isRetried = first.outcome == .noImage && (cancel ?? 99) > answered[0]
          let isDecided = first.outcome != .noImage && (cancel ?? 99) > answered[0]
          let isSecondSeen = isRetried && cancel == nil
          let expected: SketchEffect? =
            isDecided ? Self.message(first) : isSecondSeen ? Self.message(second) : .cancels
          let seen = run.seen.filter { [.shows, .oops, .filtered, .cancels].contains($0.what) }
          shown += run.times(.shows).count
          guard run.broken == nil, seen.map({ $0.what }) == [expected],
            run.times(.sends).count == (isRetried ? 2 : 1)
          else {
            Issue.record("\(first), \(second.map { "\($0)" } ?? "none"), cancel \(point)")
            return
          }
        }
      }
    }
    #expect(count == 38 * 39 * 5 && shown > 0)
  }

  private static func message(_ body: AnswerBody?) -> SketchEffect {
    switch body?.outcome {
    case .image: .shows
    case .filtered: .filtered
    case .noImage, .oops, nil: .oops
    }
  }

  /// How long the answers to both tries of the Go of identity 1 take.
  private static var answerTimes: [Double] {
    let world = World(
      seed: 1, clock: WorldClock(wallSeconds: 0, zone: WorldZone(offsetSeconds: 0)))
    return [UInt64(1), 2].map { attempt in
      var stream = world.draw("network", NameHash.mix(2) &+ attempt)
      for _ in 0..<3 { _ = stream.below(1000) }
      return 8 * Double(Math.exp(0.4 * stream.normal()))
    }
  }
}
