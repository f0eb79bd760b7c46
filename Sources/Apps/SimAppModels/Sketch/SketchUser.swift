import SimbenchKit

extension SketchModel {
  /// Generates the actions of a child and its parents.
  package static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {
    if context.parameters[Parameter.user] == 1 { return actPatiently(&history) }
    var sketch: UInt64 = 0
    history.wait(Nanoseconds.second)
    while history.hasTime {
      switch history.stream.below(20) {
      case 0: buy(&history)
      case 1: decide(&history)
      case 2: history.add(SketchEvent.delete, UInt64(history.stream.below(4)))
      case 3: history.add(SketchEvent.favorite, UInt64(history.stream.below(4)))
      default: generate(&history, &sketch)
      }
      pause(&history)
    }
  }

  private static func pause(_ history: inout WorkloadGenerator) {
    history.wait(200 * Nanoseconds.millisecond)
    history.wait(about: Nanoseconds.second)
  }

  /// A parent buys Pro in front of the child, or the child tries to.
  private static func buy(_ history: inout WorkloadGenerator) {
    if history.stream.chance(1, in: 6) { return history.add(SketchEvent.restore) }
    history.add(SketchEvent.buy)
    let wrongCount = history.stream.chance(1, in: 3) ? 1 + history.stream.below(4) : 0
    for _ in 0..<wrongCount {
      pause(&history)
      history.add(SketchEvent.answer, UInt64(1 + history.stream.below(9)))
    }
    pause(&history)
    if history.stream.chance(1, in: 8) { return history.add(SketchEvent.close) }
    history.add(SketchEvent.answer, 0)
    history.wait(about: 2 * Nanoseconds.second)
    history.add(SketchEvent.sheet, history.stream.chance(4, in: 5) ? 1 : 0)
    // A canceled or failed purchase is tried again.
    if history.stream.chance(1, in: 3) {
      history.wait(about: 4 * Nanoseconds.second)
      history.add(SketchEvent.buy)
    }
  }

  /// The family's organizer answers, or the store refunds.
  private static func decide(_ history: inout WorkloadGenerator) {
    if history.stream.chance(1, in: 2) {
      history.add(SketchEvent.family, history.stream.chance(2, in: 3) ? 1 : 0)
    } else {
      history.add(SketchEvent.refund)
    }
  }

  /// One picture, from the sketch to the actions on the result.
  private static func generate(_ history: inout WorkloadGenerator, _ sketch: inout UInt64) {
    if history.stream.chance(1, in: 3) {
      history.add(SketchEvent.newSketch)
      pause(&history)
      sketch += 1
      history.add(SketchEvent.draw, sketch)
      pause(&history)
      history.add(SketchEvent.done)
      pause(&history)
    }
    if history.stream.chance(2, in: 3) {
      history.add(SketchEvent.pick, UInt64(1 + history.stream.below(10)))
      pause(&history)
    }
    history.add(SketchEvent.go)
    if history.stream.chance(1, in: 5) {
      history.wait(about: 6 * Nanoseconds.second)
      history.add(SketchEvent.cancel)
      return
    }
    // Usually long enough for the picture to arrive, but not always.
    history.wait(2 * Nanoseconds.second)
    history.wait(about: 9 * Nanoseconds.second)
    for _ in 0..<1 + history.stream.below(2) {
      switch history.stream.below(8) {
      case 0: history.add(SketchEvent.save)
      case 1: history.add(SketchEvent.share)
      case 2: history.add(SketchEvent.savePhoto, UInt64(history.stream.below(6)))
      case 3, 4: history.add(SketchEvent.tryAgain)
      default: history.add(SketchEvent.anotherStyle)
      }
      pause(&history)
    }
  }

  /// Presses Go repeatedly and waits each time, so that only the service's behavior varies.
  private static func actPatiently(_ history: inout WorkloadGenerator) {
    history.wait(Nanoseconds.second)
    history.add(SketchEvent.draw, 1)
    history.wait(Nanoseconds.second)
    history.add(SketchEvent.done)
    history.wait(Nanoseconds.second)
    history.add(SketchEvent.pick, 2)
    while history.hasTime {
      history.wait(Nanoseconds.second)
      history.add(SketchEvent.go)
      // Covers two requests of up to 30 s each and the longest retry delay of 60 s.
      history.wait(121 * Nanoseconds.second)
      history.add(SketchEvent.delete, 0)
      history.wait(2 * Nanoseconds.second)
      history.add(SketchEvent.anotherStyle)
    }
  }
}
