import SimFormats
import SimCommands
import Testing

@Suite struct ExitCodeTests {
  @Test func numbersAreThoseDocumented() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 70, 75, 130])
    #expect(Set(ExitCode.allCases.map(\.name)).count == ExitCode.allCases.count)
    #expect(Set(ExitCode.allCases.map(\.sentence)).count == ExitCode.allCases.count)
    #expect(ExitCode.allCases.allSatisfy { $0.sentence.hasSuffix(".") })
    #expect(Set(ExitCode.precedence) == Set(ExitCode.allCases))
    #expect(ExitCode.precedence.count == ExitCode.allCases.count)
  }

  @Test func verdictsHaveTheirCodes() {
    let verdicts: [Verdict] = [.passed, .failed, .notExercised, .inconclusive, .notJudged]
    #expect(verdicts.map { ExitCode($0).rawValue } == [0, 1, 8, 7, 75])
  }

  @Test func worstIsTheFirstInOrderForEverySubset() {
    let order: [Int32] = [130, 2, 70, 5, 4, 1, 8, 3, 75, 6, 7, 0]
    let all = ExitCode.allCases
    for bits in 0..<(1 << all.count) {
      let subset = all.indices.filter { bits >> $0 & 1 == 1 }.map { all[$0] }
      let numbers = subset.map(\.rawValue)
      let expected = order.first(where: numbers.contains) ?? 0
      #expect(ExitCode.worst(of: subset).rawValue == expected)
      #expect(ExitCode.worst(of: subset.reversed() + subset).rawValue == expected)
    }
  }
}
