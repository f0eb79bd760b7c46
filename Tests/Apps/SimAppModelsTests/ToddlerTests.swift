import SimAppModels
import SimMath
import TestTier
import Testing

/// Goal: toddlers prompt rarely at BabySafe's gate and parents nearly always, and the counts of one
/// pass are those of the gate.
@Suite struct ToddlerTests {
  private static let minutes: UInt64 = Tier.isDebug ? 120 : 40_000

  private static func run(
    _ hands: ToddlerHands, _ isTablet: Bool, minutes: UInt64 = minutes
  ) -> ToddlerCounts {
    ToddlerSimulation.run(hands, isTablet: isTablet, minutes: minutes, seed: 1)
  }

  @Test(arguments: [false, true]) func toddlersPromptRarely(isTablet: Bool) {
    for hands in ToddlerHands.allCases {
      let counts = Self.run(hands, isTablet)
      // Longer holds prompt no more often than shorter ones, and rules take prompts away only.
      for (shorter, longer) in zip(counts.prompts, counts.prompts.dropFirst()) {
        #expect(shorter >= longer)
      }
      for (ruled, unruled) in zip(counts.prompts, counts.unruled) { #expect(ruled <= unruled) }
      let perMinute = Double(counts.contacts) / Double(counts.minutes)
      switch hands {
      case .mashing:
        // Ten bursts of 2 to 10 contacts, some beside the canvas, and eight held fingers.
        #expect((45...75).contains(perMinute))
        #expect(counts.prompts[0] == 0 && counts.unruled[0] == 0)
      case .tapping:
        #expect((55...67).contains(perMinute) && counts.promptsOfSixSeconds <= 2)
      case .restingInCorner: #expect((10...14).contains(perMinute) && counts.prompts[0] > 0)
      case .restingAtSpot: #expect((4...8).contains(perMinute) && counts.prompts[0] > 0)
      }
    }
  }

  @Test func runsAreReproducible() {
    let counts = Self.run(.restingInCorner, false, minutes: 300)
    #expect(counts == Self.run(.restingInCorner, false, minutes: 300))
    let other = ToddlerSimulation.run(.restingInCorner, isTablet: false, minutes: 300, seed: 2)
    #expect(counts != other)
    var sum = counts
    sum.add(other)
    #expect(sum.minutes == 600 && sum.contacts == counts.contacts + other.contacts)
  }

  @Test(arguments: [false, true]) func parentsPrompt(isTablet: Bool) {
    let tries: UInt64 = Tier.isDebug ? 2000 : 10_000
    #expect(ToddlerSimulation.parents(tries, isTablet: isTablet, seed: 1) >= tries * 9917 / 10_000)
  }
}
