import SimFormats
import SimRuntime

/// The variants of a run that need no other process: a second run, rewinding, threads.
package struct LocalVariants {
  /// Opens the run.
  package let open: (ThreadCrew) -> any Session
  /// Makes a logger for so many frames.
  package let logger: (UInt32) -> FrameLogger

  /// Makes the variants of a run.
  package init(
    open: @escaping (ThreadCrew) -> any Session, logger: @escaping (UInt32) -> FrameLogger
  ) {
    (self.open, self.logger) = (open, logger)
  }

  /// The run that all others are compared with.
  package var reference: RunVariant { here("reference", "one thread") }

  /// A second run in this process.
  package var repeated: RunVariant { here("repeat", "second run in this process") }

  /// Rewinding to saved states.
  package var rewound: RunVariant {
    RunVariant("rewind", "after each frame, the last \(FrameLogger.rewoundCount) repeated") {
      (request) throws(VariantError) in
      try Self.inVariant { () throws(RunError) in
        try logger(request.last + 1).rewoundLog(open(ThreadCrew()), request)
      }
    }
  }

  /// A run whose frames are painted by threads; nil if the system cannot start them.
  package func threads(_ count: Int) -> RunVariant? {
    ThreadCrew(workerCount: count).map {
      here("threads-\(count)", "rasterized by \(count) threads", crew: $0)
    }
  }

  /// A run in this process.
  package func here(
    _ name: String, _ words: String, crew: ThreadCrew = ThreadCrew()
  ) -> RunVariant {
    RunVariant(name, words) { (request) throws(VariantError) in
      try Self.inVariant { () throws(RunError) in
        try logger(request.last + 1).log(open(crew), request)
      }
    }
  }

  /// Runs code whose only error is an interruption.
  private static func inVariant<Value>(
    _ body: () throws(RunError) -> Value
  ) throws(VariantError) -> Value {
    do {
      return try body()
    } catch {
      throw .interrupted
    }
  }
}
