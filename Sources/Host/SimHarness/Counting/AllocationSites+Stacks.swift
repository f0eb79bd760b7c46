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
    // The callers of each site: the addresses of its stack frames in the program's own file.
    var callers: [[UInt64]] = []
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
        let asking = locations.drop { isRuntime($0.function, $0.file) }
        callers.append(asking.compactMap { $0.ownAddress })
        continue
      }
      sites[same].count += stack.count
      sites[same].bytes += stack.bytes
      sites[same].firstFrame = min(sites[same].firstFrame, stack.firstFrame)
    }
    for (index, source) in sources(callers).enumerated() { sites[index].source = source }
    // The names break ties, so that two runs list the same call sites.
    sites.sort { ($1.count, $0.firstFrame, $0.function) < ($0.count, $1.firstFrame, $1.function) }
    return AllocationSites(
      top: Array(sites.prefix(shownCount)), siteCount: sites.count,
      lostCount: AllocationStacks.lostCount)
  }

  /// The first line of each stack that lies below the current folder.
  private static func sources(_ stacks: [[UInt64]]) -> [SourcePlace?] {
    guard let folder = Environment.currentDirectory else { return stacks.map { _ in nil } }
    let prefix = Environment.resolvedPath(folder) + "/"
    var lines = SourceLines.lines(of: stacks.flatMap { $0 })[...]
    return stacks.map { stack in
      let own = lines.prefix(stack.count).flatMap { $0 }
      lines = lines.dropFirst(stack.count)
      let line = own.first { $0.file.hasPrefix(prefix) }
      return line.map {
        SourcePlace(file: String($0.file.dropFirst(prefix.count)), line: $0.number)
      }
    }
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
