import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime

/// The options and messages of commands that write an animated PNG.
struct FilmOptions {
  /// Prints how large the file could become, and the progress.
  let console: Console
  /// Whether to print nothing.
  let isQuiet: Bool

  /// The frames of a run up to a given one, at the default rate and size.
  static func request(_ plan: RunPlan, upTo last: UInt32) -> Film.Request {
    Film.Request(
      first: 0, last: last,
      every: max(1, (plan.clock.framesPerSecond + Film.defaultRate / 2) / Film.defaultRate),
      longestSide: Film.defaultSide)
  }

  /// Reads the options `--from`, `--to`, `--every` and `--size`.
  static func request(
    _ parsed: ParsedCommand, _ plan: RunPlan
  ) throws -> Film.Request {
    var request = request(plan, upTo: plan.frameCount - 1)
    let expected = "a frame from 0 to \(plan.frameCount - 1), or a time within them"
    func moment(_ option: String) throws -> UInt32? {
      try parsed.value(option, expected: expected) { text in
        FrameMoment.frame(text, by: plan.clock, below: plan.frameCount)
      }
    }
    request.first = try moment("from") ?? request.first
    request.last = try moment("to") ?? request.last
    guard request.first <= request.last else {
      throw CommandError.badInput(
        "--from \(request.first): after --to, which is frame \(request.last)")
    }
    if let every = try parsed.unsigned("every", in: 1...UInt64(plan.frameCount)) {
      request.every = UInt32(every)
    }
    let sides = 1...UInt64(Limits.pictureSide.maximum)
    if let side = try parsed.unsigned("size", in: sides) { request.longestSide = UInt32(side) }
    return request
  }

  /// Creates the animation.
  func film(
    of session: any Session, _ request: Film.Request, _ plan: RunPlan, title: String
  ) throws -> Film {
    let maximum = UInt32(Limits.renderedPictures.maximum)
    guard request.pictureCount <= maximum else {
      throw CommandError.badInput(
        "--apng: \(request.pictureCount) frames exceed the limit of \(maximum); use a larger "
          + "--every or a later --from")
    }
    let canvas = plan.canvas
    let size = FramePicture.size(
      width: Int(canvas.pixelWidth), height: Int(canvas.pixelHeight),
      fitting: Int(request.longestSide))
    let unpacked = Int64(size.width) * Int64(size.height) * 3 * Int64(request.pictureCount)
    if !isQuiet {
      console.error(
        "\(request.pictureCount) frames of \(size.width) by \(size.height): at most "
          + "\(Quantity.bytes(unpacked)), usually less than a quarter of that\n")
    }
    let progress = ProgressLine(
      title: title, total: request.last + 1, console: console, isShown: !isQuiet)
    defer { progress.clear() }
    let film = try Film.make(
      of: session, request, rate: plan.clock.framesPerSecond, byteLimit: Limits.filmBytes.count,
      onFrame: { if $0 % 16 == 0 { progress.update($0) } },
      isInterrupted: { Interrupt.isRequested })
    guard let film else {
      throw CommandError.badInput(
        "--apng: more than \(Limits.filmBytes.maximum) bytes; use a smaller --size, a larger "
          + "--every or fewer frames")
    }
    guard film.pictureCount > 0 else {
      throw CommandError.badInput(
        "--apng: the app is in the background in all of these frames, so nothing is drawn")
    }
    return film
  }

  /// The number and size of the frames, for the user.
  static func words(_ film: Film) -> String {
    "\(CountWords.counted(Int(film.pictureCount), "picture")) of \(film.width) by \(film.height), "
      + Quantity.bytes(Int64(film.bytes.count))
  }
}
