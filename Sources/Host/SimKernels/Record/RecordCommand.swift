import SimPlatform

/// Compares what kernels compute with what is on record.
enum RecordCommand {
  /// Runs every kernel twice from scratch, prints its digests and counts, and compares them with
  /// those on record; a kernel that allocates, or computes anything else, is a fault.
  static func run() throws -> Int32 {
    var faults = 0
    func fault(_ text: String) throws {
      faults += 1
      try StandardStreams.write("FAULT  \(text)\n")
    }
    for kernel in Kernel.all {
      let found = Record(of: kernel)
      try StandardStreams.write("\(found.line)\n")
      if Record(of: kernel) != found { try fault("\(kernel.name): two runs differ") }
      if !Record.all.contains(found) { try fault("\(kernel.name): is not what is on record") }
      let runs = 20
      if let count = kernel.make().allocations(ofRuns: runs), count > 0 {
        try fault("\(kernel.name): \(count) allocations in \(runs) runs")
      }
    }
    for record in Record.all where !Kernel.all.contains(where: { $0.name == record.name }) {
      try fault("\(record.name): is on record and does not exist")
    }
    if !AllocationProbe.source.isMeasured {
      try StandardStreams.write("allocations \(AllocationProbe.source.name)\n")
    }
    try StandardStreams.write(
      "\(Kernel.all.count) kernels, \(faults == 0 ? "no fault" : "\(faults) faults")\n")
    return faults == 0 ? 0 : 1
  }
}
