/// The frames at the start of a run that may allocate and whose times do not count.
package enum Warmup {
  /// How many there are.
  package static var frames: Int { 120 }

  /// The first frame whose time counts in a run of so many.
  ///
  /// A run no longer than the warm-up counts whole, since a short look is still a look. No budget
  /// judges its times, as none judges its allocations.
  package static func start(of count: Int) -> Int { count > frames ? frames : 0 }
}
