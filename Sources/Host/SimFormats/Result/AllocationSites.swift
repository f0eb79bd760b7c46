/// The call sites that allocated most; only of a run that looked for them.
package struct AllocationSites: Equatable, Sendable {
  /// Call sites that are named before the rest is only counted.
  package static var shownCount: Int { 20 }

  /// The call sites, the most allocations first.
  package var top: [AllocationSite]
  /// The count of call sites in all.
  package var siteCount: Int
  /// Allocations whose call site did not fit into the list.
  package var lostCount: UInt64

  /// Makes a list of call sites.
  package init(top: [AllocationSite], siteCount: Int, lostCount: UInt64) {
    self.top = top
    self.siteCount = siteCount
    self.lostCount = lostCount
  }
}

/// A call site that allocated after warm-up.
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
  /// The line that allocated, in a file below the current folder; nil when the tools do not know.
  package var source: SourcePlace?

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

/// A line of a source file.
package struct SourcePlace: Equatable, Sendable {
  /// The file, from the current folder on.
  package var file: String
  /// The line, from 1.
  package var line: UInt32

  /// Names a line.
  package init(file: String, line: UInt32) {
    self.file = file
    self.line = line
  }
}
