import SimInput
import SimMath
import SimRuntime
import SimText

extension WorldEvent.Code {
  /// The name, sentence and arguments of the event.
  package var descriptor: EventDescriptor {
    switch self {
    case .fault:
      .system("fault", "Injection of %1 faults begins.", [ArgumentDescriptor("kind", .fault)])
    case .launch: .system("launch", "The app is launched.")
    case .active: .system("active", "The app is active again.")
    case .inactive: .system("inactive", "A system alert or call makes the app inactive.")
    case .background: .system("background", "The app goes to the background.")
    case .suspend: .system("suspend", "The app is suspended.")
    case .kill: .system("kill", "The process is killed.")
    case .reboot: .system("reboot", "The device reboots.")
    case .powerLoss: .system("power-loss", "The device loses power.")
    case .clockJump:
      .system("clock-jump", "The wall clock jumps by %1.", [ArgumentDescriptor("by", .span)])
    case .zone:
      .system("zone", "Local time is %1 ahead of UTC.", [ArgumentDescriptor("ahead", .offset)])
    case .offline: .system("offline", "The network becomes unavailable.")
    case .online: .system("online", "The network is available again.")
    case .diskFull: .system("disk-full", "The disk is full.")
    case .diskFree: .system("disk-free", "The disk has free space again.")
    case .quiet: .system("quiet", "Fault injection ends.")
    case .disk:
      .response(
        "disk", "The disk operation completes.",
        [ArgumentDescriptor("step"), ArgumentDescriptor("done", .truth)]
      )
    }
  }
}

extension ModelDescriptor {
  /// The descriptor of an event code; nil for an unknown code.
  package func event(_ code: UInt16) -> EventDescriptor? {
    if let common = WorldEvent.Code(rawValue: code) { return common.descriptor }
    guard code >= WorldEvent.Code.firstOwn else { return nil }
    let place = Int(code - WorldEvent.Code.firstOwn)
    return place < events.count ? events[place] : nil
  }

  /// The kind of fault at an index; nil for an unknown index.
  package func fault(at place: UInt64) -> FaultDescriptor? {
    if let common = WorldFault(rawValue: UInt8(truncatingIfNeeded: place)), place < 256 {
      return common.descriptor
    }
    guard place >= UInt64(WorldFault.firstOwn) else { return nil }
    let index = place - UInt64(WorldFault.firstOwn)
    return index < UInt64(faults.count) ? faults[Int(index)] : nil
  }

  /// The indices of all kinds of faults.
  package var faultPlaces: [UInt64] {
    worldFaults.map { UInt64($0.rawValue) }
      + faults.indices.map { UInt64(WorldFault.firstOwn) + UInt64($0) }
  }

  /// The codes of all external events.
  package var outsideCodes: [UInt16] {
    let common = WorldEvent.Code.allCases.filter { $0 != .disk }.map { $0.rawValue }
    return common
      + events.indices.filter { events[$0].isFromOutside }
      .map { WorldEvent.Code.firstOwn + UInt16($0) }
  }
}

/// The reason why a recorded event is not valid for a model.
package enum ActionError: Error, Equatable {
  /// The model has no external event of this name.
  case unknownEvent
  /// Arguments are missing, superfluous or invalid.
  case badArguments
}

extension WorldAction {
  /// Reads a recorded event, with its identity and arguments.
  ///
  /// - Throws: `ActionError`
  package init(
    _ event: Recording.Event, of model: ModelDescriptor
  ) throws(ActionError) {
    let code = model.outsideCodes.first {
      model.event($0).map { RecordingHeader.bytes(of: $0.name) == event.name } ?? false
    }
    guard let code, let descriptor = model.event(code) else { throw .unknownEvent }
    guard event.arguments.count == 1 + descriptor.arguments.count,
      let identity = Self.number(event.arguments[0])
    else { throw .badArguments }
    var values: [UInt64] = []
    for (argument, text) in zip(descriptor.arguments, event.arguments.dropFirst()) {
      guard let value = model.value(text, argument.kind) else { throw .badArguments }
      values.append(value)
    }
    self.init(
      time: event.timeNanoseconds, code: code, order: descriptor.order, first: values.first ?? 0,
      second: values.count > 1 ? values[1] : 0, identity: identity)
  }

  /// The event in recorded form.
  package func recorded(of model: ModelDescriptor) -> Recording.Event {
    let descriptor = model.event(code) ?? .system("unknown", "")
    var event = Recording.Event(
      timeNanoseconds: time, name: RecordingHeader.bytes(of: descriptor.name),
      arguments: [Self.text(identity)])
    for (argument, value) in zip(descriptor.arguments, [first, second]) {
      event.arguments.append(model.text(value, argument.kind))
    }
    return event
  }

  fileprivate static func number(_ text: [UInt8]) -> UInt64? {
    LineReader(text).number(text.indices)
  }

  fileprivate static func text(_ number: UInt64) -> [UInt8] {
    var line = TextLine()
    line.begin(decimal: number)
    return line.bytes
  }
}

extension ModelDescriptor {
  /// The number that a text denotes; nil if the text is invalid for the kind.
  func value(_ text: [UInt8], _ kind: ArgumentKind) -> UInt64? {
    switch kind {
    case .number: return WorldAction.number(text)
    case .truth: return text == [UInt8(ascii: "0")] ? 0 : text == [UInt8(ascii: "1")] ? 1 : nil
    case .span, .offset:
      guard text.first == UInt8(ascii: "-") else {
        return WorldAction.number(text).flatMap { $0 <= UInt64(Int64.max) ? $0 : nil }
      }
      return WorldAction.number(Array(text.dropFirst())).flatMap {
        $0 <= UInt64(Int64.max) ? 0 &- $0 : nil
      }
    case .choice(let names):
      return names.firstIndex { RecordingHeader.bytes(of: $0) == text }.map { UInt64($0) }
    case .fault:
      return faultPlaces.first { place in
        fault(at: place).map { RecordingHeader.bytes(of: $0.name) == text } ?? false
      }
    }
  }

  /// The text that denotes a number.
  package func text(_ value: UInt64, _ kind: ArgumentKind) -> [UInt8] {
    switch kind {
    case .number, .truth: return WorldAction.text(value)
    case .span, .offset:
      let signed = Int64(bitPattern: value)
      return signed < 0
        ? [UInt8(ascii: "-")] + WorldAction.text(signed.magnitude) : WorldAction.text(value)
    case .choice(let names):
      return value < UInt64(names.count)
        ? RecordingHeader.bytes(of: names[Int(value)]) : WorldAction.text(value)
    case .fault:
      return fault(at: value).map { RecordingHeader.bytes(of: $0.name) } ?? WorldAction.text(value)
    }
  }
}

extension RecordingHeader {
  /// Creates the header of a model run from its plan.
  package init(_ plan: WorldPlan, of model: ModelDescriptor) {
    self.init(name: Self.bytes(of: model.name))
    kind = .model
    behaviorVersion = BehaviorVersion.current
    ownBehaviorVersion = model.behaviorVersion
    seed = plan.seed
    for (parameter, value) in zip(model.parameters, plan.parameters.values) {
      parameters.append(Parameter(name: Self.bytes(of: parameter.name), value: value))
    }
  }
}

extension RecordingHeader {
  /// The recorded versions that differ from those of this build.
  package func versionDifferences(from model: ModelDescriptor) -> [VersionDifference] {
    versionDifferences(own: model.behaviorVersion)
  }
}

/// The reason why a recording is not a valid run of a model.
package enum HistoryMismatch: Error, Equatable {
  /// A parameter is unknown or invalid.
  case parameters(RecordingMismatch)
  /// An event is invalid; its index and the reason.
  case event(UInt32, ActionError)
  /// The run exceeds the limit on events or time.
  case tooLong
}

extension WorldPlan {
  /// The maximum number of external events of a run.
  package static var actionLimit: Int { 1_000_000 }
  /// The maximum duration of a run: ten years of 365 days.
  package static var timeLimit: UInt64 { 3650 * Nanoseconds.day }

  /// The plan of a recorded run.
  ///
  /// - Throws: `HistoryMismatch` if the run is not valid for the model.
  package init(
    _ recording: Recording, of model: ModelDescriptor
  ) throws(HistoryMismatch) {
    let values: ParameterValues
    do {
      values = try recording.parameters(model.parameters)
    } catch {
      throw .parameters(error)
    }
    self.init(seed: recording.header.seed, parameters: values)
    guard recording.events.count <= Self.actionLimit,
      recording.events.last.map({ $0.timeNanoseconds <= Self.timeLimit }) ?? true
    else { throw .tooLong }
    for (index, event) in recording.events.enumerated() {
      do {
        actions.append(try WorldAction(event, of: model))
      } catch {
        throw .event(UInt32(index), error)
      }
    }
  }
}
