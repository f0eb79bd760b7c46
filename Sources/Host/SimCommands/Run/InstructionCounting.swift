import SimFormats
import SimHarness
import SimPlatform
import SimRuntime

/// Counts instructions for `run`: with the hardware counter during the run, or else with valgrind
/// afterwards.
///
/// Also handles the process that valgrind executes.
struct InstructionCounting {
  /// The hardware counter, if it is requested and available.
  let counter: InstructionCounter?
  /// The phase for which this process enables valgrind's collection.
  let collectedPhase: FramePhase?

  private let method: InstructionMethod
  private let reasons: [String]
  private let passedOn: [String]
  private let executable: String?

  init(_ parsed: ParsedCommand) throws {
    method = try Self.method(parsed) ?? .none
    passedOn = RunSettings.passedOn(parsed, hasLength: false)
    collectedPhase = try Self.phaseToCollect()
    executable = Environment.executablePath
    var reasons: [String] = []
    var counter: InstructionCounter?
    if method.ladder.contains(.hardware) {
      do {
        counter = try InstructionCounter()
      } catch {
        reasons.append("no hardware counter: \(error.reason)")
      }
    }
    self.counter = counter
    self.reasons = reasons
  }

  /// The method of the option; nil if it was not given.
  static func method(_ parsed: ParsedCommand) throws -> InstructionMethod? {
    try parsed.oneOf("instructions", InstructionMethod.allCases.map(\.rawValue)).flatMap {
      InstructionMethod(rawValue: $0)
    }
  }

  /// Counts instructions that the run itself did not count; a missing source is a note, not an
  /// error.
  func complete(
    _ result: inout SceneResult, _ status: StatusLine, path: String
  ) throws {
    guard method != .none, result.timing.instructions.source == .none else { return }
    defer { status.clear() }
    var reasons = reasons
    if counter != nil, let note = result.timing.instructions.note { reasons.append(note) }
    guard let executable else {
      result.timing.instructions = .none("the path of this executable is unknown")
      return
    }
    let meter = InstructionMeter(
      executable: executable, arguments: [path] + passedOn, plannedFrames: result.plannedFrames)
    result.timing.instructions = try meter.count(method.ladder, reasons: reasons) {
      status.show("\(result.scenario): \($0)")
    }
  }

  private static func phaseToCollect() throws -> FramePhase? {
    guard let text = Environment.value(InstructionMeter.variable) else { return nil }
    let phases = InstructionMeter.phases
    guard let phase = phases.first(where: { $0.name.description == text }) else {
      let names = phases.map(\.name.description).joined(separator: " or ")
      throw CommandError.badInput(
        "\(InstructionMeter.variable): found \"\(text)\", allowed: \(names)")
    }
    return phase
  }
}
