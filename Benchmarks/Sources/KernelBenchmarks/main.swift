import SimFormats
import SimPlatform

/// Runs what the options ask for and returns the exit code.
func benchmark(_ options: Options) throws -> Int32 {
  let all =
    memoryBenchmarks() + snowglobeBenchmarks() + roundShapeBenchmarks() + gradientBenchmarks()
    + pictureBenchmarks() + cameraBenchmarks() + previewBenchmarks() + strokeBenchmarks()
    + stateBenchmarks() + particleBenchmarks()
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

do {
  let options = try Options(Array(Environment.arguments.dropFirst()))
  if options.wantsHelp {
    try StandardStreams.write(Options.help)
  } else {
    Environment.exit(try benchmark(options))
  }
} catch let error as UsageError {
  try? StandardStreams.write("kernel-benchmarks: \(error.message)\n", to: .error)
  Environment.exit(2)
} catch {
  try? StandardStreams.write("kernel-benchmarks: \(error)\n", to: .error)
  Environment.exit(1)
}
