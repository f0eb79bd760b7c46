import SimRuntime
import Testing

/// Goal: a value belongs to one phase, whichever way it is asked for.
///
/// Method: four values that differ, through every way in and out.
struct PerPhaseTests {
  private let values = PerPhase(input: 1, step: 20, draw: 300, raster: 4000)

  @Test func everyPhaseHasItsOwnValue() {
    #expect(FramePhase.allCases.map { values[$0] } == [1, 20, 300, 4000])
    for phase in FramePhase.allCases {
      var changed = values
      changed[phase] = 5
      for other in FramePhase.allCases {
        #expect(changed[other] == (other == phase ? 5 : values[other]))
      }
    }
  }

  @Test func phasesComeOnceAndInOrder() {
    var asked: [FramePhase] = []
    let made = PerPhase<Int> { phase in
      asked.append(phase)
      return values[phase]
    }
    #expect(asked == FramePhase.allCases && made == values)
    var seen: [FramePhase] = []
    values.forEach { phase, value in
      seen.append(phase)
      #expect(value == values[phase])
    }
    #expect(seen == FramePhase.allCases)
  }

  @Test func allPhasesAreMappedAndAdded() {
    var mapped: [Int] = []
    let texts = values.map { value in
      mapped.append(value)
      return "\(value)"
    }
    #expect(texts == PerPhase(input: "1", step: "20", draw: "300", raster: "4000"))
    #expect(mapped == [1, 20, 300, 4000] && values.total == 4321)
    #expect(PerPhase(repeating: 7).total == 28)
  }
}
