import SimFormats
import SimHarness
import SimPlatform
import SimRuntime

/// How `run` counts instructions: with the hardware's counter while it runs, or else with valgrind
/// afterwards; and what it does itself when valgrind executes it for that.
struct InstructionCounting {
  /// The hardware's counter, when it is wanted and there is one.
  let counter: InstructionCounter?
  /// The phase that this process tells valgrind to collect.
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

  /// The method of the option; nil when it was not given.
  static func method(_ parsed: ParsedCommand) throws -> InstructionMethod? {
    try parsed.oneOf("instructions", InstructionMethod.allCases.map(\.rawValue)).flatMap {
      InstructionMethod(rawValue: $0)
    }
  }

  /// Counts what the run did not count by itself; a source that is absent is a note, no error.
  func complete(
    _ result: inout RunResult, _ status: StatusLine, path: String
  ) throws {
    guard method != .none, result.timing.instructions.source == .none else { return }
    defer { status.clear() }
    var reasons = reasons
    if counter != nil, let note = result.timing.instructions.note { reasons.append(note) }
    guard let executable else {
      result.timing.instructions = .none("the system does not say which file this process runs")
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
