import SimFormats
import SimPlatform
import SimRuntime

extension AllocationSites {
  /// Callers shown of a call site.
  private static var callerCount: Int { 3 }

  /// Functions that only hand on what others ask for.
  private static let allocators: [String] = [
    "malloc", "calloc", "realloc", "memalign", "aligned_alloc", "posix_memalign", "valloc",
    "pvalloc", "counted", "note_stack",
  ]

  /// What the frames since `AllocationStacks.prepare` left, with names.
  package static func found() -> AllocationSites {
    var symbolizer = Symbolizer()
    var sites: [AllocationSite] = []
    for stack in AllocationStacks.all() {
      let locations = stack.addresses.map { symbolizer.location(ofReturnAddress: $0) }
      let names = chain(locations.map { ($0.function, $0.file) })
      guard let phase = FramePhase(rawValue: UInt8(stack.phase))?.name.description else {
        preconditionFailure("no such phase")
      }
      let same = sites.firstIndex {
        [$0.function] + $0.callers == names && $0.phase == phase
      }
      guard let same else {
        sites.append(
          AllocationSite(
            function: names[0], callers: Array(names.dropFirst()), phase: phase,
            count: stack.count, bytes: stack.bytes, firstFrame: stack.firstFrame))
        continue
      }
      sites[same].count += stack.count
      sites[same].bytes += stack.bytes
      sites[same].firstFrame = min(sites[same].firstFrame, stack.firstFrame)
    }
    // The names break ties, so that two runs list the same call sites.
    sites.sort { ($1.count, $0.firstFrame, $0.function) < ($0.count, $1.firstFrame, $1.function) }
    return AllocationSites(
      top: Array(sites.prefix(shownCount)), siteCount: sites.count,
      lostCount: AllocationStacks.lostCount)
  }

  /// The function that allocated and its callers, up to the frame loop; at least one name.
  package static func chain(_ locations: [(function: String, file: String)]) -> [String] {
    let own = locations.drop { isRuntime($0.function, $0.file) }.prefix { !isLoop($0.function) }
    let names = own.prefix(1 + callerCount).map { plain($0.function) }
    return names.isEmpty ? [locations.last?.function ?? "unknown"] : names
  }

  /// A name without the number that tells private ones of different files apart.
  private static func plain(_ name: String) -> String {
    name.replacing(/\((\w+) in _[0-9A-F]{32}\)/) { $0.output.1 }
  }

  private static func isRuntime(_ name: String, _ file: String) -> Bool {
    for library in ["libswift", "libc.", "libstdc++", "libFoundation", "lib_Foundation"]
    where file.hasPrefix(library) { return true }
    return name.hasPrefix("swift_") || name.hasPrefix("Swift.") || name.contains(" of Swift.")
      || allocators.contains(name)
  }

  private static func isLoop(_ name: String) -> Bool {
    ["SimRuntime.FrameLoop", "SimHarness.PhaseWatch", "SimHarness.Runner"].contains {
      name.contains($0)
    }
  }
}
