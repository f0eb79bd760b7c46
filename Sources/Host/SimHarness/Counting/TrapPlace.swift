import SimFormats
import SimPlatform

/// The place of a trap in the sources, from the addresses of its call stack.
package struct TrapPlace {
  /// The functions up to the frame loop, the one that trapped first.
  package var functions: [String]
  /// The first line of a file of the package; nil without debug information.
  package var source: SourceLines.Line?
  /// Whether the compiler kept no line for the place itself, and `source` is the next one.
  package var isNear = false
  /// The check of the compiler that failed, such as `arithmetic overflow`; nil if unknown.
  package var check: String?

  /// Looks up a trap.
  ///
  /// - Parameter folder: The folder of the package; lines of the toolkit say nothing to its author.
  /// - Complexity: Reads the symbols of the executable and starts a tool for its lines: seconds for
  ///   a large one.
  package init(_ trap: TrapGuard.Trap, within folder: String) {
    var symbolizer = Symbolizer()
    let locations = trap.addresses.map { symbolizer.location(ofReturnAddress: $0) }
    functions = AllocationSites.chain(locations.map { ($0.function, $0.file) })
    let own = locations.compactMap { $0.ownAddress }
    func first(_ addresses: [UInt64]) -> SourceLines.Line? {
      SourceLines.lines(of: addresses).lazy.flatMap { $0 }.first { $0.file.hasPrefix(folder + "/") }
    }
    source = first(own)
    // An access such as `lights[index] += 1` may have line 0 in a debug build.
    if source == nil, let asking = locations.first(where: { $0.function == functions.first }),
      let address = asking.ownAddress
    {
      source = first((1...8).map { address + 8 * $0 })
      isNear = source != nil
    }
    if let first = locations.first, let address = first.ownAddress {
      check = SourceLines.failedCheck(at: address)
    }
  }
}
