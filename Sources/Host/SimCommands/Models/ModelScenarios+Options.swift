import SimHarness

extension ModelScenarios {
  /// Throws if an option concerns frames: for a command line without a scene.
  static func refuseFrames(_ parsed: ParsedCommand) throws {
    guard let option = parsed.givenOptionOfFrames else { return }
    throw CommandError.badInput("\(option.spelling): a model has no frames")
  }
}
