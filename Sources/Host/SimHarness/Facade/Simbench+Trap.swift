import SimFormats
import SimInput
import SimPlatform
import SimRuntime
import SimWorld

extension Simbench {
  /// A trap of a scene or a model, such as an index out of range, with what shows it to people.
  package struct Trap {
    /// The frame or step, the message and the place, on one line.
    package var words: String
    /// The call stack, one function per line.
    package var stack: [String]
    /// The seed, if several were explored.
    package var seed: UInt64?
    /// The frame or step that trapped; nil if it was not the first one yet.
    package var step: UInt32?

    /// Looks up a trap.
    ///
    /// - Parameters:
    ///   - name: The scenario, the recording or the scene.
    ///   - folder: The folder of the package, with the sources that the message may name.
    package init(_ trap: TrapGuard.Trap, name: String, within folder: String) {
      // As the compiler got it, or this process would spell it.
      let folder = folder.hasPrefix("/") ? folder : Environment.resolvedPath(folder)
      let place = TrapPlace(trap, within: folder)
      seed = SeedNote.seed(in: trap.note)
      step = trap.step
      stack = place.functions
      var words = "\(name): trapped"
      if let step { words += " in step \(step)" }
      if let seed { words += " of seed \(seed)" }
      // The runtime prints a message, or the compiler's check has a name.
      words += ": \(trap.message.map(Self.plain) ?? place.check ?? trap.signal)"
      if let source = place.source {
        words += place.isNear ? "; near " : "; at "
        words += "\(source.file.dropFirst(folder.count + 1)):\(source.number)"
      }
      if let function = stack.first { words += " in \(Self.name(of: function))" }
      self.words = words
    }

    /// A message without the file of the standard library that printed it.
    static func plain(_ message: String) -> String {
      let parts = message.split(separator: ": ", maxSplits: 1)
      return parts.count == 2 && parts[0].hasPrefix("Swift/") ? String(parts[1]) : message
    }

    /// A function without its parameters.
    static func name(of function: String) -> String {
      function.hasPrefix("(") ? function : String(function.prefix { $0 != "(" })
    }
  }

  /// What a process prints of a seed that traps in it.
  enum SeedNote {
    static func text(_ name: String, seed: UInt64) -> String {
      "simbench: seed \(seed) of \(name) crashed the process"
    }

    static func seed(in note: String) -> UInt64? {
      let words = note.split(separator: " ")
      return words.count > 2 && words[1] == "seed" ? UInt64(words[2]) : nil
    }
  }

  /// Shows a scenario that trapped: the input up to the trap, and the frame before it.
  package static func evidence(
    of given: Scenario, trapped trap: Trap, isSmall: Bool, scenes: SceneRegistry, options: Options
  ) throws(SimbenchError) -> Evidence {
    try SimbenchError.converting {
      var evidence = Evidence()
      if given.document.isModel {
        let scenario = try model(given, scenes: scenes, options: options)
        let entry = scenes.model(of: scenario)
        let plan = ModelRunner(entry).plan(of: scenario, seed: trap.seed)
        var recording = Recording(RecordingHeader(plan, of: entry.descriptor))
        recording.header.tool = Array(versionText.utf8)
        for action in plan.actions { recording.append(action.recorded(of: entry.descriptor)) }
        evidence.recording = recording.text
        return evidence
      }
      let loader = options.loader(scenes)
      var scenario = try loader.load(given.document)
      let entry = scenes.entry(of: scenario)
      if let seed = trap.seed {
        let subject = Explorer.Subject(scenario, given.document, loader, entry: entry)
        let draw = subject.draw(seed)
        scenario = draw.scenario
        scenario.plan = draw.plan
      }
      let step = trap.step ?? 0
      var recording = entry.input(scenario.plan, step + 1)
      recording.header.device = Array(scenario.device.name.utf8)
      recording.header.tool = Array(versionText.utf8)
      evidence.recording = recording.text
      guard step > 0 else { return evidence }
      if isSmall { scenario = FramePainter.small(scenario) }
      let painted = scenario
      // Drawing may trap as well.
      let pictures = try TrapGuard.run {
        try FramePainter.pictures(of: painted, at: [step - 1], in: entry)
      }
      evidence.picture = try? pictures.get().first?.png
      return evidence
    }
  }
}
