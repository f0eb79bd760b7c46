import SimRuntime

/// Why a variant has no log.
package enum VariantError: Error {
  /// Someone asked to stop.
  case interrupted
  /// What is wrong with it, in words.
  case failed(String)
  /// The machine failed; nothing was compared.
  case machine(String)
  /// It does not know the scene.
  case unknownScene
}

/// One way of running a scenario: a process, a build, a target, a number of threads.
package struct RunVariant {
  /// Its name.
  package var name: String
  /// What is special about it.
  package var words: String
  /// Whether its input has the source that all others have; a recording of it is another one.
  package var hasSameSource: Bool
  /// Runs it.
  package var log: (LogRequest) throws(VariantError) -> FrameLog

  /// Makes a variant.
  package init(
    _ name: String, _ words: String, hasSameSource: Bool = true,
    log: @escaping (LogRequest) throws(VariantError) -> FrameLog
  ) {
    self.name = name
    self.words = words
    self.hasSameSource = hasSameSource
    self.log = log
  }
}

/// Two logs of one run side by side.
package struct LogComparison: Sendable {
  /// Frames of which something was compared.
  package private(set) var compared: UInt32 = 0
  /// Frames whose pixels were compared.
  package private(set) var painted: UInt32 = 0
  /// Frames that are equal.
  package private(set) var equal: UInt32 = 0
  /// The first frame that is not.
  package private(set) var frame: UInt32?
  /// The first of its stages that is not.
  package private(set) var stage: StageDigests.Stage?
  /// Frames of which one of both has none.
  package private(set) var missing: UInt32 = 0

  /// Compares.
  ///
  /// - Parameter comparesSource: whether both runs had the same kind of source.
  package init(_ first: FrameLog, _ second: FrameLog, comparesSource: Bool) {
    let shared = min(first.frames.count, second.frames.count)
    missing = UInt32(max(first.frames.count, second.frames.count) - shared)
    for index in 0..<shared {
      let (a, b) = (first.frames[index], second.frames[index])
      compared += 1
      if a.pixels != nil, b.pixels != nil { painted += 1 }
      guard let difference = a.difference(from: b, comparesSource: comparesSource) else {
        equal += 1
        continue
      }
      if frame == nil { (frame, stage) = (UInt32(index), difference) }
    }
  }

  /// Whether something was compared, and all of it is equal.
  package var isEqual: Bool { compared > 0 && equal == compared && missing == 0 }
}
