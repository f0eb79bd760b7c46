import SampleModel
import SimbenchTesting
import Testing

struct SampleModelTests {
  @Test func holdsWithAnySeed() throws { try explore(SampleModel.self, seeds: 0..<100) }

  /// A field that `visitState` does not list is missing from digests and snapshots.
  @Test func everyFieldIsListed() throws { try expectAllStateListed(SampleModel.self) }
}
