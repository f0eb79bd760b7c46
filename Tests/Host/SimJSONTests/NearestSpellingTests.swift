import SimJSON
import Testing

@Suite struct NearestSpellingTests {
  @Test(arguments: [
    ("sceen", "scene"), ("SCENE", "scene"), ("scne", "scene"), ("frame", "frames"),
    ("devcie", "device"), ("accelerationx", "accelerationX"), ("rotation_rate_x", "rotationRateX"),
    ("acelleratinX", "accelerationX"),
  ])
  func near(word: String, expected: String) {
    let names = ["seed", "scene", "device", "frames", "accelerationX", "rotationRateX"]
    #expect(nearestSpelling(of: word, in: names) == expected)
  }

  @Test(arguments: ["", "x", "qq", "entirely", "devices and more", "zzzzz"])
  func far(word: String) {
    #expect(nearestSpelling(of: word, in: ["seed", "scene", "device", "y", "ab"]) == nil)
  }

  @Test func tiesGoToTheFirst() {
    #expect(nearestSpelling(of: "bat", in: ["cat", "hat"]) == "cat")
    #expect(nearestSpelling(of: "bat", in: ["hat", "cat"]) == "hat")
    #expect(nearestSpelling(of: "Bat", in: ["BAT", "Bat"]) == "Bat")
    #expect(nearestSpelling(of: "bat", in: [String]()) == nil)
  }

  @Test func swappedNeighborsCountOnce() {
    // Three changes are too many for nine letters; two swaps are not.
    #expect(nearestSpelling(of: "nsowglboe", in: ["snowglobe"]) == "snowglobe")
  }

  @Test func longWordsAreNotCompared() {
    let long = String(repeating: "a", count: 1_000_000)
    #expect(nearestSpelling(of: long, in: ["a", long + "b"]) == nil)
  }
}
