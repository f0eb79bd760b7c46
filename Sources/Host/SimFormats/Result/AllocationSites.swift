/// The places that allocated most, when somebody asked for them.
package struct AllocationSites: Equatable, Sendable {
  /// Places that are named before the rest is only counted.
  package static var shownCount: Int { 20 }

  /// The places, the most allocations first.
  package var top: [AllocationSite]
  /// How many places there are in all.
  package var siteCount: Int
  /// Allocations of places that found no room.
  package var lostCount: UInt64

  /// Makes a list of places.
  package init(top: [AllocationSite], siteCount: Int, lostCount: UInt64) {
    self.top = top
    self.siteCount = siteCount
    self.lostCount = lostCount
  }
}

/// A place in the code that allocated after warm-up.
package struct AllocationSite: Equatable, Sendable {
  /// The function that allocated, those of the language's runtime left out.
  package var function: String
  /// Its callers, the nearest first.
  package var callers: [String]
  /// The phase it was in.
  package var phase: String
  /// How often it allocated.
  package var count: UInt64
  /// Bytes it asked for.
  package var bytes: UInt64
  /// The first frame it did so in.
  package var firstFrame: UInt32

  /// Makes a site.
  package init(
    function: String, callers: [String], phase: String, count: UInt64, bytes: UInt64,
    firstFrame: UInt32
  ) {
    self.function = function
    self.callers = callers
    self.phase = phase
    self.count = count
    self.bytes = bytes
    self.firstFrame = firstFrame
  }
}
