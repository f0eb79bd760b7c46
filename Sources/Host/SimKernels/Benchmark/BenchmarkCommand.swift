import SimFormats
import SimPlatform

/// Measures kernels side by side.
enum BenchmarkCommand {
  /// Runs what the arguments ask for and returns the exit code.
  static func run(_ arguments: [String]) throws -> Int32 {
    let options = try Options(arguments)
    guard options.wantsHelp else { return try run(options) }
    try StandardStreams.write(Options.help)
    return 0
  }

  private static func run(_ options: Options) throws -> Int32 {
    let all =
      memoryBenchmarks() + snowglobeBenchmarks() + roundShapeBenchmarks() + gradientBenchmarks()
      + pictureBenchmarks() + cameraBenchmarks() + previewBenchmarks() + strokeBenchmarks()
      + stateBenchmarks() + snapshotBenchmarks() + recordingBenchmarks()
      + particleBenchmarks() + exploreBenchmarks()
    let wanted = all.filter(options.wants)
    guard !wanted.isEmpty else {
      try StandardStreams.write("no figure is called \(options.filter)\n", to: .error)
      return 2
    }
    if options.wantsNames {
      let names = wanted.flatMap(\.figures).map { $0.name + "\n" }
      try StandardStreams.write(names.joined())
      return 0
    }
    #if DEBUG
      try StandardStreams.write(
        "kernel-benchmarks: built without optimization, the figures mean nothing\n", to: .error)
      return 1
    #else
      let rounds = options.rounds
      let (results, coreShare) = try Session(rounds: rounds, pictures: options.pictures).run(wanted)
      try StandardStreams.write(Report.text(results, rounds: rounds, coreShare: coreShare))
      if let path = options.json {
        let json = Report.json(results, rounds: rounds, coreShare: coreShare)
        try FileStore.write(JSONWriter.text(of: json), to: path)
      }
      return results.allSatisfy { $0.outcome.faults.isEmpty } ? 0 : 1
    #endif
  }
}
