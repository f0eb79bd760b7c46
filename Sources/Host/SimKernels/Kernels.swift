import SimPlatform

/// Runs what the programs in `Benchmarks/` ask for.
///
/// - Parameters:
///   - arguments: What to run, then its options: `benchmark` measures kernels (`--help` lists its
///     options), `record` compares them with those on record, `physics` prints the physics row
///     for peers, `names` reports every kernel's name, and `work NAME` does one kernel's work.
///   - report: Hears figures by name. `names` reports names with their index; `work` reports
///     `nanoseconds` of processor time, `allocations` where they can be counted, the rasterizer's
///     exact counts, and `digest`.
/// - Returns: The exit code: 0 done, 1 a check failed, 2 usage. Texts go to the standard streams.
public func runKernels(
  arguments: [String], report: (_ name: String, _ value: UInt64) -> Void = { _, _ in }
) -> Int32 {
  let rest = Array(arguments.dropFirst())
  do {
    switch arguments.first {
    case "benchmark": return try BenchmarkCommand.run(rest)
    case "record" where rest.isEmpty: return try RecordCommand.run()
    case "physics" where rest.isEmpty: return try PhysicsRows.print()
    case "names" where rest.isEmpty:
      for (index, kernel) in Kernel.all.enumerated() { report(kernel.name, UInt64(index)) }
      return 0
    case "work" where rest.count == 1:
      guard let kernel = Kernel.all.first(where: { $0.name == rest[0] }) else {
        throw UsageError("there is no kernel \(rest[0])")
      }
      kernel.measure(report)
      return 0
    default: throw UsageError("expected benchmark, record, physics, names or work NAME")
    }
  } catch let error as UsageError {
    try? StandardStreams.write("kernels: \(error.message)\n", to: .error)
    return 2
  } catch {
    try? StandardStreams.write("kernels: \(error)\n", to: .error)
    return 1
  }
}
