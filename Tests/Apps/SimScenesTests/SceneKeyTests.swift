import SimRuntime
import SimScenes
import SimTracing
import TestTier
import Testing

/// Goal: a key means the value and the count of its own name.
///
/// Method: write through each key of two scenes and search all values for the change; keys with a
/// gap and keys of other scenes in separate processes.
struct SceneKeyTests {
  private static func check<Parameter: ParameterKey, Population: PopulationKey>(
    _ descriptor: SceneDescriptor, _: Parameter.Type, _: Population.Type
  ) {
    for (index, key) in Parameter.allCases.enumerated() {
      var values = descriptor.defaultParameters
      #expect(values[key] == key.descriptor.defaultValue)
      values[key] = -1
      #expect(values.values.indices.filter { values.values[$0] == -1 } == [index])
    }
    var counts = PopulationCounts(descriptor)
    for (index, key) in Population.allCases.enumerated() {
      counts[key] = UInt32(index) + 7
      #expect(counts[key] == counts.values[index] && counts[key] == UInt32(index) + 7)
    }
  }

  @Test func keysMeanTheirOwnValues() {
    Self.check(Snowglobe.descriptor, Snowglobe.Parameter.self, Snowglobe.Population.self)
    Self.check(
      LetterTracing.descriptor, LetterTracing.Parameter.self, LetterTracing.Population.self)
  }

  private enum Gapped: UInt8, PopulationKey {
    case first
    case third = 2

    var descriptor: PopulationDescriptor { Snowglobe.Population.moving.descriptor }
  }

  @Test func gapInRawValuesIsRefused() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Gapped.descriptors
    }
    #expect(Self.says("Raw values of keys count from 0", result.standardErrorContent))
  }

  // MARK: - Keys of other scenes

  /// A debug build says what went wrong.
  private static func says(_ message: String, _ output: [UInt8]) -> Bool {
    !Tier.isDebug || String(decoding: output, as: UTF8.self).contains(message)
  }

  @Test func parameterOfAnotherSceneIsRefused() async throws {
    let read = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = CalmStatic.descriptor.defaultParameters[Snowglobe.Parameter.flakes]
    }
    let written = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var parameters = Snowglobe.descriptor.defaultParameters
      parameters[LetterTracing.Parameter.tolerance] = 1
      parameters[LetterTracing.Parameter.haptics] = 1
    }
    for result in [read, written] {
      #expect(Self.says("a parameter that the scene does not have", result.standardErrorContent))
    }
  }

  @Test func populationOfAnotherSceneIsRefused() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var counts = PopulationCounts(CalmStatic.descriptor)
      counts[Snowglobe.Population.onCanvas] = 1
    }
    #expect(Self.says("a population that the scene does not count", result.standardErrorContent))
  }
}
