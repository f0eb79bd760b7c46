import SimFormats

extension RunResult {
  /// What waiting for a processor did to the verdict and what to do about it, a sentence each;
  /// nothing when it did nothing.
  var heldUpWords: [String] {
    let runs = timing.processor?.runs ?? 1
    guard isHeldUp else {
      return runs > 1 ? ["second run: in the first, frames waited too long to tell"] : []
    }
    let both = runs > 1 ? ", and a second run settled nothing" : ""
    return [
      "the machine was too busy to judge frame times: without the waiting they hold" + both,
      "close other programs and run again, or compare two builds with gate --against",
    ]
  }

  /// How long the frames waited, as the first of those sentences.
  var waitedWords: String? {
    timing.processor.map { processor in
      "frames waited \(Quantity.time(processor.waitedNanoseconds)) for a processor, at most "
        + Quantity.time(processor.longestWaitNanoseconds)
    }
  }

  /// All of it in one line, for reports that have no other place for it; nil when not held up.
  var heldUpSentence: String? {
    guard isHeldUp, let waitedWords else { return nil }
    return ([waitedWords] + heldUpWords).joined(separator: "; ") + "."
  }
}
