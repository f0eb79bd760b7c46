import SimFormats
import SimPlatform

/// The place of a trap in the sources, from the addresses of its call stack.
package struct TrapPlace {
  /// The functions up to the frame loop, the one that trapped first.
  package var functions: [String]
  /// The first line of a file of the package; nil without debug information.
  package var source: SourceLines.Line?
  /// The check of the compiler that failed, such as `arithmetic overflow`; nil if unknown.
  package var check: String?

  /// Looks up a trap.
  ///
  /// - Parameter folder: The folder of the package; the toolkit's own lines say nothing to its author.
  /// - Complexity: Reads the symbols of the executable and starts a tool for its lines: seconds for
  ///   a large one.
  package init(_ trap: TrapGuard.Trap, within folder: String) {
    var symbolizer = Symbolizer()
    let locations = trap.addresses.map { symbolizer.location(ofReturnAddress: $0) }
    functions = AllocationSites.chain(locations.map { ($0.function, $0.file) })
    let own = locations.compactMap { $0.ownAddress }
    source = SourceLines.lines(of: own).lazy.flatMap { $0 }
      .first { $0.file.hasPrefix(folder + "/") }
    if let first = locations.first, let address = first.ownAddress {
      check = SourceLines.failedCheck(at: address)
    }
  }
}
