import SimFormats

extension SceneResult {
  /// The effect of CPU wait on the verdict and the advice, one sentence each; empty if there was
  /// none.
  var heldUpWords: [String] {
    let runs = timing.processor?.runs ?? 1
    guard isHeldUp else {
      return runs > 1 ? ["second run: in the first one, frames waited too long for a verdict"] : []
    }
    let both = runs > 1 ? ", and a second run did not decide it" : ""
    return [
      "the machine was too busy to judge frame times: without CPU wait they are within budget"
        + both,
      "close other programs and rerun, or compare two builds with gate --against",
    ]
  }

  /// How long the frames waited, as the first of those sentences.
  var waitedWords: String? {
    timing.processor.map { processor in
      "frames waited \(Quantity.time(processor.waitedNanoseconds)) for a CPU, at most "
        + Quantity.time(processor.longestWaitNanoseconds)
    }
  }

  /// All of it in one line, for reports that have no other place for it; nil when not held up.
  var heldUpSentence: String? {
    guard isHeldUp, let waitedWords else { return nil }
    return ([waitedWords] + heldUpWords).joined(separator: "; ") + "."
  }
}
