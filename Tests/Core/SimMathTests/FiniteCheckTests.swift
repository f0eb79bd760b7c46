import SimMath
import Testing

/// Goal: one number that is not finite is seen wherever it lies, and no finite one is taken for it.
///
/// Method: lists of every length up to 40 with each kind of number at every place, next to what a
/// digest finds.
@Suite struct FiniteCheckTests {
  private struct Numbers: StateFields {
    var single: Float = 1
    var list: [Float] = []
    var whole: [UInt32] = [0x7F80_0000, 0xFFFF_FFFF]
    var count: UInt32 = 0x7F80_0000

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field(&single, "single")
      visitor.field(&list, "list")
      visitor.field(&whole, "whole")
      visitor.field(&count, "count")
    }

    var isFinite: Bool {
      var (numbers, check) = (self, FiniteCheck())
      numbers.visitState(&check)
      return check.isFinite
    }
  }

  @Test func everyPlaceIsLookedAt() {
    let finite: [Float] = [
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    let other: [Float] = [.infinity, -.infinity, .nan, -.nan, .signalingNaN]
    for count in 0...40 {
      var numbers = Numbers(list: [Float](repeating: .greatestFiniteMagnitude, count: count))
      #expect(numbers.isFinite)
      for place in 0..<count {
        for value in finite + other {
          numbers.list[place] = value
          #expect(numbers.isFinite == numbers.digested().isFinite)
          #expect(numbers.isFinite == value.isFinite)
        }
        numbers.list[place] = -0.0
      }
    }
    for value in other {
      let numbers = Numbers(single: value)
      #expect(!numbers.isFinite)
    }
  }
}
