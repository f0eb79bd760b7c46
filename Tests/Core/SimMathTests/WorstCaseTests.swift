import Foundation
import Testing

/// Goal: the worst arguments found by the sweep over all floats stay as good as recorded.
///
/// Method: read the recorded outcome of `Benchmarks/MathSweep` and compute each line again.
struct WorstCaseTests {
  private struct Case {
    var function: ReferenceFunction
    var x: Float
    var y: Float
    var result: UInt32
    var ulps: Double

    init?(_ line: Substring) {
      let words = line.split(separator: " ")
      guard let function = words.first.flatMap({ ReferenceFunction(rawValue: String($0)) }),
        let keyword = words.firstIndex(of: "result"), words.count == keyword + 6,
        words[keyword + 2] == "ulps", let ulps = Double(words[keyword + 3])
      else { return nil }
      let numbers = (words[1..<keyword] + [words[keyword + 1]]).compactMap {
        UInt32($0.dropFirst(2), radix: 16)
      }
      guard numbers.count == keyword, let result = numbers.last else { return nil }
      self.function = function
      x = Float(bitPattern: numbers[0])
      y = numbers.count > 2 ? Float(bitPattern: numbers[1]) : 0
      self.result = result
      self.ulps = ulps
    }
  }

  /// The record has nine digits, and another libm's last bit may differ.
  private static let tolerance = 1e-8

  @Test func recordedWorstCasesStandAsRecorded() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Benchmarks/MathSweep/worst-cases.txt")
    let text = try String(contentsOf: file, encoding: .utf8)
    let cases = text.split(separator: "\n").compactMap(Case.init)
    #expect(cases.map(\.function) == ReferenceFunction.allCases)
    for worst in cases {
      #expect(worst.function.value(worst.x, worst.y).bitPattern == worst.result)
      let ulps = worst.function.ulps(worst.x, worst.y)
      #expect(abs(ulps - worst.ulps) <= Self.tolerance, "\(worst.function)(\(worst.x), \(worst.y))")
      #expect(worst.ulps <= MathAccuracyTests.limit(worst.function))
    }
  }

  @Test func plantedRecordIsReadExactlyOrNotAtAll() throws {
    let line: Substring = "pow 0x40000000 0x40400000 result 0x41000000 ulps 0.25 arguments 7"
    let read = try #require(Case(line))
    #expect(read.function == .pow && read.x == 2 && read.y == 3)
    #expect(read.result == Float(8).bitPattern && read.ulps == 0.25)
    #expect(read.function.value(read.x, read.y).bitPattern == read.result)
    #expect(abs(read.function.ulps(read.x, read.y) - read.ulps) > Self.tolerance)
    for broken in ["pow 2 3", "tan 0x0 result 0x0 ulps 0 arguments 1", "sin result 0x0 ulps 0"] {
      #expect(Case(Substring(broken)) == nil)
    }
  }
}
